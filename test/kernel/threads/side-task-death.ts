/** Ends the thread. */
export function run(): void {
  process.exit(1);
}
