import type { Secrets } from './secrets.ts';

/** What code far from the start of the process needs: job steps and opt-out lookups. */
export interface ProcessRuntime {
  secrets: Secrets;
  dataDirectory: string;
}

let provided: ProcessRuntime | null = null;

export function provideRuntime(runtime: ProcessRuntime): void {
  provided = runtime;
}

export function processRuntime(): ProcessRuntime {
  if (!provided) throw new Error('The process has not provided its secrets.');
  return provided;
}
