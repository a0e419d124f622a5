/** Keeps the thread busy for some milliseconds. */
export function run(milliseconds: number): string {
  if (milliseconds < 0) throw new Error('not so long');
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
  return 'done';
}
