import { expect, test } from 'vitest';
import { mostWithout, startRig } from './rig.ts';

test('when the writer of a cluster is killed under load, another one takes over, and nothing is lost', async () => {
  const { cluster, more, outage, settle } = await startRig();
  await more();

  const milliseconds = await outage(true, async () => (await cluster.writer()).kill());

  console.log(`without a success after the kill of the writer: ${milliseconds} ms`);
  expect(milliseconds).toBeLessThan(mostWithout.kill);
  await settle();
});
