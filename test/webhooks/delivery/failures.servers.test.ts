import { expect, test } from 'vitest';
import { useAppWithBackground } from '../../support/app.ts';
import type { Answer } from '../../support/receiver.ts';
import {
  attempts,
  day,
  deliveriesOf,
  endpointOf,
  follow,
  letPass,
  makeCoupons,
  untilDelivered,
} from '../webhook-client.ts';

const app = useAppWithBackground();
const [minute, hour] = [60_000, 3_600_000];

/** Starts a receiver with this response and returns the first attempt at it. */
async function firstAttempt(...answers: Answer[]) {
  const followed = await follow(await app.client());
  followed.receiver.answers = answers;
  await makeCoupons(followed.client, 'Bread');
  const delivery = await attempts(followed, 1);
  return { ...followed, delivery, attempt: delivery.attempts[0] };
}

/** The time between the beginning of the last attempt and the next due time of a delivery. */
function wait({ nextAttemptAt, attempts: made }: { nextAttemptAt: string; attempts: { at: string }[] }): number {
  return Date.parse(nextAttemptAt) - Date.parse(made.at(-1)?.at ?? '');
}

test('a failed delivery is retried after 5 s, 5 min, 30 min and then every hour for 24 hours, and then fails for good', async () => {
  const followed = await firstAttempt(500);
  const waits = [5000, 5 * minute, 30 * minute, ...Array<number>(23).fill(hour)];

  let { delivery } = followed;
  for (const [index, planned] of waits.entries()) {
    expect(delivery.status).toBe('PENDING');
    expect(wait(delivery)).toBeGreaterThan(planned * 0.89);
    expect(wait(delivery)).toBeLessThan(planned * 1.11);
    await letPass(app.database, followed.endpoint, planned * 1.11);
    delivery = await attempts(followed, index + 2);
  }

  expect(delivery).toMatchObject({ status: 'FAILED', nextAttemptAt: null, finishedAt: expect.any(String) });
  expect(delivery.attempts).toHaveLength(27);
  expect(waits.reduce((sum, one) => sum + one)).toBeLessThanOrEqual(day);
  expect(followed.receiver.ids).toHaveLength(1);
});

test('a delivery that succeeds in the end is not retried', async () => {
  const followed = await firstAttempt(500, 503, 200);
  await letPass(app.database, followed.endpoint, 6000);
  await attempts(followed, 2);
  await letPass(app.database, followed.endpoint, 6 * minute);
  const delivery = await attempts(followed, 3);

  expect(delivery.status).toBe('DELIVERED');
  expect(delivery.attempts.map(({ status }: { status: number }) => status)).toEqual([500, 503, 200]);
  expect(await endpointOf(followed)).toMatchObject({ enabled: true, failingSince: null });
});

test('Retry-After in seconds postpones the next attempt', async () => {
  const { delivery } = await firstAttempt((response) => response.writeHead(503, { 'Retry-After': '120' }).end());

  expect(wait(delivery)).toBeGreaterThanOrEqual(119_900);
  expect(wait(delivery)).toBeLessThan(121_000);
});

test('Retry-After with a date postpones the next attempt', async () => {
  const date = new Date(Date.now() + 3 * hour);
  const { delivery } = await firstAttempt((response) =>
    response.writeHead(429, { 'Retry-After': date.toUTCString() }).end(),
  );

  expect(Math.abs(Date.parse(delivery.nextAttemptAt) - date.getTime())).toBeLessThan(1000);
});

test.for([
  ['less than the planned pause', '0', 5000],
  ['a month', String(30 * 24 * 3600), day],
  ['nonsense', 'soon', 5000],
] as const)('Retry-After cannot ask for %s', async ([, header, expected]) => {
  const { delivery } = await firstAttempt((response) => response.writeHead(503, { 'Retry-After': header }).end());

  expect(wait(delivery)).toBeGreaterThan(expected * 0.89);
  expect(wait(delivery)).toBeLessThan(expected * 1.11);
});

test.for([301, 302, 307, 308])('a redirect (%i) counts as a failure and is not followed', async (status) => {
  const other = await follow(await app.client());
  const { attempt, receiver } = await firstAttempt((response) =>
    response.writeHead(status, { Location: other.receiver.url }).end(),
  );

  expect(attempt).toMatchObject({ status, error: expect.stringContaining('redirect') });
  expect([receiver.received.length, other.receiver.connections]).toEqual([1, 0]);
});

test('a response of 410 disables the endpoint at once and notifies the account', async () => {
  const followed = await firstAttempt(410);

  expect(followed.delivery).toMatchObject({ status: 'FAILED', nextAttemptAt: null });
  expect(await endpointOf(followed)).toMatchObject({ enabled: false, disabledReason: 'GONE' });
  const { data } = await followed.client.graphql('{ viewer { notices { type subject message createdAt } } }');
  expect(data.viewer.notices).toEqual([
    {
      type: 'WEBHOOK_ENDPOINT_DISABLED',
      subject: followed.endpoint,
      message: expect.stringContaining('410'),
      createdAt: expect.any(String),
    },
  ]);
});

test('a disabled endpoint receives nothing', async () => {
  const followed = await firstAttempt(410);
  const control = await follow(followed.client);
  await makeCoupons(followed.client, 'Cake');

  await untilDelivered(control, 1);
  expect(followed.receiver.received).toHaveLength(1);
  expect(await deliveriesOf(followed.client, { endpoint: followed.endpoint })).toHaveLength(1);
});

test('five days with only failures disable the endpoint and notify the account', async () => {
  const followed = await firstAttempt(500);
  await letPass(app.database, followed.endpoint, 4.9 * day);
  await attempts(followed, 2);
  expect(await endpointOf(followed)).toMatchObject({ enabled: true, failingSince: expect.any(String) });

  await letPass(app.database, followed.endpoint, 0.2 * day);
  await attempts(followed, 3);

  expect(await endpointOf(followed)).toMatchObject({ enabled: false, disabledReason: 'FAILING' });
  const { data } = await followed.client.graphql('{ viewer { notices { subject message } } }');
  expect(data.viewer.notices).toEqual([{ subject: followed.endpoint, message: expect.stringContaining('five days') }]);
});

test('a success restarts the five days', async () => {
  const followed = await firstAttempt(500, 500, 200, 500);
  await letPass(app.database, followed.endpoint, 4 * day);
  await attempts(followed, 2);
  await letPass(app.database, followed.endpoint, 0.9 * day);
  await attempts(followed, 3);
  await makeCoupons(followed.client, 'Cake');
  await expect.poll(() => followed.receiver.received.length).toBe(4);
  await letPass(app.database, followed.endpoint, 1 * day);
  await expect.poll(() => followed.receiver.received.length).toBe(5);

  expect(await endpointOf(followed)).toMatchObject({ enabled: true });
});

test('an attempt keeps 8 kB of a huge response and stops reading the rest', async () => {
  let sent = 0;
  const { attempt, delivery } = await firstAttempt((response) => {
    response.writeHead(200);
    const chunk = Buffer.alloc(64 * 1024, 'x');
    const write = (): void => {
      while (!response.destroyed && response.write(chunk)) sent += chunk.length;
    };
    response.on('drain', write);
    write();
  });

  expect(delivery.status).toBe('DELIVERED');
  expect(attempt.response).toBe('x'.repeat(8192));
  expect(sent).toBeLessThan(32 * 1024 * 1024);
});

test('the error distinguishes a refused connection from a response that is cut off', async () => {
  const cut = await firstAttempt((response) => response.socket?.destroy());
  expect(cut.attempt).toMatchObject({ status: null, error: 'The host closed the connection.' });

  const gone = await follow(await app.client());
  gone.receiver.stop();
  await makeCoupons(gone.client, 'Bread');
  const { attempts: made } = await attempts(gone, 1);
  expect(made[0]).toMatchObject({ status: null, error: 'The host refused the connection.' });
});

test('a slow endpoint delays no other', async () => {
  const client = await app.client();
  const slow = await follow(client);
  const fast = await follow(client);
  const answered = Promise.withResolvers<void>();
  slow.receiver.answers = [(response) => answered.promise.then(() => response.writeHead(200).end())];
  const names = Array.from({ length: 60 }, (_, index) => `Bread ${index}`);
  await makeCoupons(client, ...names);

  await untilDelivered(fast, names.length);

  expect(slow.receiver.received.length).toBeLessThan(names.length);
  answered.resolve();
});

test('a failing event delays its successors at a FIFO endpoint until it succeeds', async () => {
  const client = await app.client();
  const ordered = await follow(client, { fifo: true });
  const control = await follow(client);
  ordered.receiver.answers = [200, 500, 200];
  await makeCoupons(client, 'One', 'Two', 'Three', 'Four');
  await untilDelivered(control, 4);
  await expect.poll(() => ordered.receiver.received.length).toBe(2);

  await letPass(app.database, ordered.endpoint, 6000);
  await untilDelivered(ordered, 4);

  const names = ordered.receiver.received.map(({ payload }) => payload.record.name);
  expect(names).toEqual(['One', 'Two', 'Two', 'Three', 'Four']);
});

test('an event that fails for good no longer delays its successors at a FIFO endpoint', async () => {
  const ordered = await follow(await app.client(), { fifo: true });
  ordered.receiver.answers = [...Array(27).fill(500), 200];
  await makeCoupons(ordered.client, 'One', 'Two');
  for (let made = 1; made <= 26; made += 1) {
    await expect.poll(() => ordered.receiver.received.length).toBe(made);
    await expect
      .poll(async () => (await deliveriesOf(ordered.client)).reduce((sum, one) => sum + one.attempts.length, 0))
      .toBeGreaterThanOrEqual(made);
    await letPass(app.database, ordered.endpoint, 2 * hour);
  }
  await untilDelivered(ordered, 1);

  const deliveries = await deliveriesOf(ordered.client);
  expect(deliveries.map(({ status }) => status)).toEqual(['DELIVERED', 'FAILED']);
});
