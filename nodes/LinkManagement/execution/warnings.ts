/** What the sentences of a `warning` begin with, by what the service changed. */
export const OTHER_ALIAS = 'Other alias than asked for';
export const OTHER_DOMAIN = 'Other domain than asked for';
