/** Holds the thread until somebody notifies the memory that it shares. */
export function run(shared: SharedArrayBuffer): string {
  Atomics.wait(new Int32Array(shared), 0, 0);
  return 'done';
}
