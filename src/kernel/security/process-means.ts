import type { Secrets } from './secrets.ts';

/** What code far from the start of a process needs of it: steps of jobs, and whoever looks for an opt-out. */
export interface ProcessMeans {
  secrets: Secrets;
  dataDirectory: string;
}

let provided: ProcessMeans | null = null;

/** Sets the means of this process. Every process that serves requests or runs jobs does so when it starts. */
export function provideMeans(means: ProcessMeans): void {
  provided = means;
}

export function processMeans(): ProcessMeans {
  if (!provided) throw new Error('The process has not provided its secrets.');
  return provided;
}
