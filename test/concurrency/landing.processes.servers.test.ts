import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { makeLanding, passOf } from '../support/make-landing.ts';
import { secretOfServers, useTwoServers } from '../support/processes.ts';
import { tally } from './calls.ts';

// Each visitor has an address of its own: one network may not send so many forms.
const cluster = useTwoServers({ TRUSTED_PROXIES: '127.0.0.1' });

test('with a limit of 100, 1,000 simultaneous visitors get exactly 100 sessions', async () => {
  const coupon = await landing({ limit: 100 });

  const outcomes = await submitted(coupon, 1000, (index) => `visitor${index}@example.com`);

  expect(tally(outcomes.map(({ status }) => String(status)))).toEqual({ 303: 100, 409: 900 });
  expect(new Set(outcomes.flatMap(({ location }) => location ?? [])).size).toBe(100);
  expect(await rowsOf(coupon.id)).toEqual({ sessions: 100, counted: 100, submissions: 100, events: 200 });
});

test('with unique addresses, 200 simultaneous equal visitors get one session', async () => {
  const coupon = await landing({ unique: 'EMAIL' });

  const outcomes = await submitted(coupon, 200, (index) => (index % 3 === 0 ? 'ADA@example.com' : 'ada@EXAMPLE.com'));

  expect(tally(outcomes.map(({ status }) => String(status)))).toEqual({ 303: 1, 409: 199 });
  expect(await rowsOf(coupon.id)).toEqual({ sessions: 1, counted: 1, submissions: 1, events: 2 });
});

test('a form that is sent 100 times at once makes one session, to which all are led', async () => {
  const coupon = await landing({});
  const pass = passOf(coupon.id, { secret: secretOfServers });

  const outcomes = await submitted(coupon, 100, () => 'ada@example.com', pass);

  expect(tally(outcomes.map(({ status }) => String(status)))).toEqual({ 303: 100 });
  expect(new Set(outcomes.map(({ location }) => location)).size).toBe(1);
  expect(await rowsOf(coupon.id)).toEqual({ sessions: 1, counted: 1, submissions: 1, events: 2 });
});

async function landing(page: NonNullable<Parameters<typeof makeLanding>[2]>['page'] & {}) {
  const [{ owner }] = await cluster.clients();
  return makeLanding(cluster.database, owner, { page });
}

/** Sends forms at once, in turn to each process. Repeats those for which the service had no time. */
function submitted(
  { id, code }: { id: string; code: string },
  amount: number,
  emailOf: (index: number) => string,
  onePass?: string,
): Promise<{ status: number; location: string | null }[]> {
  const send = async (index: number): Promise<{ status: number; location: string | null }> => {
    const pass = onePass ?? passOf(id, { secret: secretOfServers });
    const response = await fetch(`${cluster.urls[index % 2]}/p/${code}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'X-Forwarded-For': `198.51.${index >> 8}.${index & 255}` },
      body: new URLSearchParams({ email: emailOf(index), pass }),
    });
    await response.arrayBuffer();
    if (response.status !== 503) return { status: response.status, location: response.headers.get('location') };
    await sleep(Number(response.headers.get('retry-after') ?? 1) * 1000);
    return send(index);
  };
  return Promise.all(Array.from({ length: amount }, (_, index) => send(index)));
}

async function rowsOf(couponId: string): Promise<Record<string, number>> {
  const [counts] = await cluster.database.rows<Record<string, number>>(
    `SELECT (SELECT COUNT(*) FROM coupon_sessions WHERE coupon_id = ?) AS sessions,
       (SELECT submissions FROM landing_pages WHERE coupon_id = ?) AS counted,
       (SELECT COUNT(*) FROM landing_submissions WHERE coupon_id = ?) AS submissions,
       (SELECT COUNT(*) FROM events WHERE campaign_id = ?) AS events`,
    [couponId, couponId, couponId, couponId],
  );
  return Object.fromEntries(Object.entries(counts ?? {}).map(([name, amount]) => [name, Number(amount)]));
}
