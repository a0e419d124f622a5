import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { Answer } from './side-thread.ts';

// On Linux, this affects only the calling thread. Elsewhere, it affects the whole process.
if (process.platform === 'linux' && workerData > 0) setPriority(workerData);

parentPort?.on('message', ({ module, input }: { module: string; input: unknown }) => {
  perform(module, input).then(
    (answer) => parentPort?.postMessage(answer),
    (error: unknown) => parentPort?.postMessage({ error: String(error) } satisfies Answer),
  );
});

async function perform(module: string, input: unknown): Promise<Answer> {
  const { run } = await import(module);
  return { result: await run(input) };
}
