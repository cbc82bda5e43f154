import type { Result } from '../types.mts';
export const serverRows: Array<{ id: string; measure: (rounds: number) => Promise<Result> }> = [];
