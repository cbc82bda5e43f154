/** What the sentences of a `warning` begin with, by what the service changed. */
export const OTHER_ALIAS = 'Alias not as requested';
export const OTHER_DOMAIN = 'Domain not as requested';
