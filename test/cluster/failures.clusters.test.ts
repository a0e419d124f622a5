import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { ClusterNode } from '../../scripts/databases/clusters/node.ts';
import { maxWithout, type Outage, startRig } from './rig.ts';

/** Longer than a cluster takes to leave out a server that does not answer. */
const frozenMilliseconds = 30_000;

test('writers that are switched, killed and frozen, and a lost quorum, end no call late and lose nothing', async () => {
  const { cluster, load, more, outage, settle } = await startRig();
  const measured = new Map<string, Outage>();
  const measure = async (what: string, moves: boolean, work: () => Promise<unknown>) => {
    console.log(what);
    const found = await outage(moves, work);
    console.log(found);
    measured.set(what, found);
  };
  const others = async () => {
    const writer = await cluster.writer();
    return cluster.nodes.filter((node) => node !== writer) as [ClusterNode, ClusterNode];
  };
  await more();

  const [next] = await others();
  await measure('a planned switch', true, () => cluster.switchTo(next));
  const killed = await cluster.writer();
  await measure('the kill of the writer', true, () => killed.kill());
  await measure('the return of the former writer', false, () => cluster.rejoin(killed));
  const [one] = await others();
  await measure('the kill of another node', false, () => one.kill());
  await measure('the return of another node', false, () => cluster.rejoin(one));
  const frozen = await cluster.writer();
  await measure('a frozen writer', true, async () => {
    await frozen.suspend();
    setTimeout(() => void frozen.resume(), frozenMilliseconds);
  });
  await sleep(frozenMilliseconds);
  await more();
  const minority = await others();
  await Promise.all(minority.map((node) => node.suspend()));
  await sleep(frozenMilliseconds);
  await Promise.all(minority.map((node) => node.resume()));
  await measure('the return of a quorum', false, () => more());

  expect(measured.get('a planned switch')?.without).toBeLessThan(maxWithout.plannedSwitch);
  expect(measured.get('the kill of the writer')?.without).toBeLessThan(maxWithout.kill);
  expect(measured.get('the kill of the writer')?.onNewWriter).toBeLessThan(maxWithout.newWriter);
  expect(load.interrupted).toBeGreaterThan(0);
  await settle();
}, 600_000);
