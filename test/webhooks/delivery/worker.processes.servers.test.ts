import { expect, test } from 'vitest';
import { useAppWithDatabaseOfItsOwn } from '../../support/app.ts';
import { appSecret } from '../../support/make.ts';
import { Program } from '../../support/processes.ts';
import { attempts, deliveriesOf, follow, letPass, makeCoupons, untilDelivered } from '../webhook-client.ts';

const app = useAppWithDatabaseOfItsOwn();

async function startWorker(): Promise<Program> {
  const worker = new Program('worker.ts', [], {
    DATABASE_URL: app.databaseUrl,
    APP_SECRET: appSecret,
    ALLOW_INSECURE_WEBHOOKS: 'on',
    ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8',
    LOG_LEVEL: 'error',
  });
  await worker.says(/(Worker is running)/);
  return worker;
}

test('another worker resends the deliveries of a killed worker when their leases end', async () => {
  const followed = await follow(await app.client());
  const { receiver, client, endpoint } = followed;
  receiver.answers = [() => undefined, 200];
  const first = await startWorker();
  await makeCoupons(client, 'Bread');
  await expect.poll(() => receiver.received.length).toBe(1);
  await first.stop('SIGKILL');
  await startWorker();
  expect(await deliveriesOf(client)).toMatchObject([{ status: 'PENDING', attempts: [] }]);

  await letPass(app.database, endpoint, 61_000);
  await untilDelivered(followed, 1);

  expect(receiver.received).toHaveLength(2);
  expect(receiver.ids).toHaveLength(1);
});

test('a FIFO endpoint keeps its order when a worker is killed', async () => {
  const followed = await follow(await app.client(), { fifo: true });
  const { receiver, client, endpoint } = followed;
  receiver.answers = [200, () => undefined, 200];
  const names = ['One', 'Two', 'Three', 'Four'];
  await makeCoupons(client, ...names);
  const first = await startWorker();
  await expect.poll(() => receiver.received.length).toBeGreaterThanOrEqual(2);
  await first.stop('SIGKILL');

  await startWorker();
  await letPass(app.database, endpoint, 61_000);
  await untilDelivered(followed, 4);

  const inOrder = [...new Set(receiver.received.map(({ payload }) => payload.record.name))];
  expect(inOrder).toEqual(names);
});

test('a stopping worker finishes the deliveries under way', async () => {
  const followed = await follow(await app.client());
  const { receiver, client } = followed;
  receiver.answers = [(response) => setTimeout(() => response.writeHead(200).end(), 300)];
  const worker = await startWorker();
  await makeCoupons(client, 'Bread');
  await expect.poll(() => receiver.received.length).toBe(1);

  const ending = await worker.stop('SIGTERM');

  expect(ending).toMatchObject({ code: 0, errors: '' });
  expect(await attempts(followed, 1)).toMatchObject({ status: 'DELIVERED' });
});

test('two workers send every delivery once', async () => {
  const followed = await follow(await app.client());
  await Promise.all([startWorker(), startWorker()]);
  const names = Array.from({ length: 60 }, (_, index) => `Bread ${index}`);
  await makeCoupons(followed.client, ...names);

  await untilDelivered(followed, names.length);
  expect(followed.receiver.received).toHaveLength(names.length);
});
