import type { Secrets } from './secrets.ts';

/** What job steps and opt-out lookups need, far from where the process starts. */
export interface ProcessMeans {
  secrets: Secrets;
  dataDirectory: string;
}

let provided: ProcessMeans | null = null;

export function provideRuntime(means: ProcessMeans): void {
  provided = means;
}

export function processMeans(): ProcessMeans {
  if (!provided) throw new Error('The process has not provided its secrets.');
  return provided;
}
