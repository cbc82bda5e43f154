import type { SharedProcesses } from './sharedProcesses';

/** The processes of the jest worker, which its environment starts (sharedProcesses.ts). */
export const { shared } = globalThis as unknown as { shared: SharedProcesses };
