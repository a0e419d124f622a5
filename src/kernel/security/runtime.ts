import type { Secrets } from './secrets.ts';

/** What job steps and opt-out lookups need, far from where the process starts. */
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
