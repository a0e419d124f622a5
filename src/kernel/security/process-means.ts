import type { Secrets } from './secrets.ts';

/** What code far from the start of the process needs: job steps and opt-out lookups. */
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
