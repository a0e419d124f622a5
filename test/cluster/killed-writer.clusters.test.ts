import { expect, test } from 'vitest';
import { maxWithout, startRig } from './rig.ts';

test('when the writer of a cluster is killed under load, another one takes over, and nothing is lost', async () => {
  const { cluster, more, outage, settle } = await startRig();
  await more();

  const { without, onNewWriter } = await outage(true, async () => (await cluster.writer()).kill());

  console.log(`without a success after the kill of the writer: ${without} ms; on the new one: ${onNewWriter} ms`);
  expect(without).toBeLessThan(maxWithout.kill);
  expect(onNewWriter).toBeLessThan(maxWithout.newWriter);
  await settle();
});
