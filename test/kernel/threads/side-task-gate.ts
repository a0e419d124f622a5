/** Holds the thread until the number is no longer 0. */
export function run(gate: Int32Array): void {
  Atomics.wait(gate, 0, 0);
}
