import { setTimeout as sleep } from 'node:timers/promises';
import { expect, inject, test } from 'vitest';
import { freePort } from '../../scripts/databases/kept-server.ts';
import { openOwn } from '../kernel/database/scratch.ts';
import { misfitsOf } from '../sessions/index/marks.ts';
import { ClaimLoad } from '../support/claim-load.ts';
import { Client } from '../support/client.ts';
import { positionedLog } from '../support/events.ts';
import { makeAccount, makeCoupon, makeSessions } from '../support/make.ts';
import { Program, startServer } from '../support/processes.ts';
import { follow } from '../webhooks/webhook-client.ts';

const seconds = 60;
const secondsBetweenKills = 3;

test.runIf(inject('engine') === 'mysql')(
  'while servers and workers are killed every 3 seconds under a load of claims, every successful claim has one event and every event arrives, in order at FIFO endpoints',
  async () => {
    const { database, url } = await openOwn();
    const settings = { ALLOW_INSECURE_WEBHOOKS: 'on', ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8', WORKER: 'off' };
    const ports = [String(await freePort()), String(await freePort())];
    const startWeb = (index: number) => startServer(url, { ...settings, PORT: ports[index] });
    const startWorker = () => new Program('worker.ts', [], { ...settings, DATABASE_URL: url, LOG_LEVEL: 'error' });
    const servers = [startWeb(0), startWeb(1)];
    const workers = [startWorker(), startWorker()];

    const owner = await makeAccount(database);
    const clients = (await Promise.all(servers)).map(({ url: address }) => new Client(address, owner));
    const coupon = await makeCoupon(database, owner);
    const sessions = await makeSessions(database, coupon, Array(20_000).fill({}));
    const [inOrder, parallel] = [
      await follow(clients[0] as Client, { fifo: true }),
      await follow(clients[1] as Client),
    ];

    const load = new ClaimLoad(
      clients,
      sessions.map(({ session }) => session),
    );
    let kills = 0;
    for (const end = Date.now() + seconds * 1000; Date.now() < end; kills += 1) {
      await sleep(secondsBetweenKills * 1000);
      const index = kills % 2;
      const server = await servers[index];
      await Promise.all([server?.program.stop('SIGKILL'), workers[index]?.stop('SIGKILL')]);
      servers[index] = startWeb(index);
      workers[index] = startWorker();
    }
    await load.stop();
    const events = await positionedLog(database, owner);
    await expect
      .poll(() => [inOrder, parallel].map(({ receiver }) => receiver.ids.length), { timeout: 300_000, interval: 200 })
      .toEqual([events.length, events.length]);

    console.log(
      [
        `${kills} times a server and a worker were killed within ${seconds} s`,
        `${load.claimed.length} claims succeeded, ${load.interrupted} calls were interrupted`,
        `${events.length} events, positions ${events[0]?.position} to ${events.at(-1)?.position}`,
        `${parallel.receiver.received.length} deliveries in parallel, ${inOrder.receiver.received.length} in order`,
      ].join('\n'),
    );
    expect(load.wrong).toEqual([]);
    expect(await misfitsOf(database)).toEqual([]);
    expect(events.map(({ session }) => session).toSorted()).toEqual(load.claimed.toSorted());
    expect(events.map(({ position }) => position)).toEqual(
      events.map((_, index) => (events[0]?.position ?? 0) + index),
    );
    expect(inOrder.receiver.ids).toEqual(events.map(({ id }) => id));
    expect(parallel.receiver.ids.toSorted()).toEqual(events.map(({ id }) => id).toSorted());
    expect([...inOrder.receiver.refused, ...parallel.receiver.refused]).toEqual([]);
    for (const worker of workers) await worker.says(/(Worker is running)/);
    const endings = await Promise.all([
      ...(await Promise.all(servers)).map(({ program }) => program.stop()),
      ...workers.map((one) => one.stop()),
    ]);
    expect(endings.map(({ code, errors }) => ({ code, errors }))).toEqual(endings.map(() => ({ code: 0, errors: '' })));
  },
  600_000,
);
