import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { ClusterNode } from '../../scripts/databases/clusters/node.ts';
import { mostWithout, type Outage, startRig } from './rig.ts';

/** Longer than a cluster takes to leave out a server that does not answer. */
const frozenMilliseconds = 30_000;

test('writers that are switched, killed and frozen, and a lost quorum, end no call late and lose nothing', async () => {
  const { cluster, load, more, outage, settle } = await startRig();
  const measured: Record<string, Outage> = {};
  const others = async () => {
    const writer = await cluster.writer();
    return cluster.nodes.filter((node) => node !== writer) as [ClusterNode, ClusterNode];
  };
  await more();

  const [next] = await others();
  measured['a planned switch'] = await outage(true, () => cluster.switchTo(next));
  const killed = await cluster.writer();
  measured['the kill of the writer'] = await outage(true, () => killed.kill());
  measured['its return'] = await outage(false, () => cluster.rejoin(killed));
  const [one] = await others();
  measured['the kill of another node'] = await outage(false, () => one.kill());
  measured['its return '] = await outage(false, () => cluster.rejoin(one));
  const frozen = await cluster.writer();
  measured['a frozen writer'] = await outage(true, async () => {
    await frozen.suspend();
    setTimeout(() => void frozen.resume(), frozenMilliseconds);
  });
  await sleep(frozenMilliseconds);
  await more();
  const minority = await others();
  await Promise.all(minority.map((node) => node.suspend()));
  await sleep(frozenMilliseconds);
  await Promise.all(minority.map((node) => node.resume()));
  measured['the return of a quorum'] = await outage(false, () => more());

  console.log(measured);
  expect(measured['a planned switch']?.without).toBeLessThan(mostWithout.plannedSwitch);
  expect(measured['the kill of the writer']?.without).toBeLessThan(mostWithout.kill);
  expect(measured['the kill of the writer']?.onNewWriter).toBeLessThan(mostWithout.newWriter);
  expect(load.interrupted).toBeGreaterThan(0);
  await settle();
}, 600_000);
