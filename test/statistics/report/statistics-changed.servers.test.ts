import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from 'graphql-ws';
import { expect, onTestFinished, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { followTotals } from '../../../src/statistics/report/campaign-totals.ts';
import { useAppWithBackground } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { makeCoupon, makeSession, makeSessions } from '../../support/make.ts';

const app = useAppWithBackground();

interface Change {
  campaign: string | null;
  claimed: number;
}

/** Follows the totals and returns what arrives. */
function follow({ url, headers }: Client, campaign: string | null): { changes: Change[]; codes: string[] } {
  const socket = createClient({
    url: `${url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: headers,
    retryAttempts: 0,
  });
  onTestFinished(() => void Promise.resolve(socket.dispose()).catch(() => undefined));
  const followed = { changes: [] as Change[], codes: [] as string[] };
  const query =
    'subscription ($campaign: ID) { statisticsChanged(campaign: $campaign) { campaign totals { claimed } } }';
  socket.subscribe<{ statisticsChanged: { campaign: string | null; totals: { claimed: string } } }>(
    { query, variables: { campaign } },
    {
      next: ({ data, errors }) => {
        const change = data?.statisticsChanged;
        if (change) followed.changes.push({ campaign: change.campaign, claimed: Number(change.totals.claimed) });
        followed.codes.push(...(errors ?? []).map(({ extensions }) => String(extensions?.code)));
      },
      error: () => undefined,
      complete: () => undefined,
    },
  );
  return followed;
}

test('subscribers receive the totals at once and after changes, at most four times a second', async () => {
  const client = await app.client();
  const coupon = await makeCoupon(app.database, client.owner);
  const sessions = await makeSessions(app.database, coupon, Array(30).fill({}));
  const began = Date.now();
  const [ofCampaign, ofAccount] = [follow(client, coupon.id), follow(client, null)];
  await expect.poll(() => [ofCampaign.changes.length, ofAccount.changes.length]).toEqual([1, 1]);

  for (const { session } of sessions) {
    await client.graphql(`mutation { claimCouponSession(input: { session: "${session}" }) { session } }`);
    await sleep(20);
  }

  for (const { changes } of [ofCampaign, ofAccount]) {
    await expect.poll(() => changes.at(-1)?.claimed).toBe(30);
    expect(changes[0]).toMatchObject({ claimed: 0 });
    const amounts = changes.map(({ claimed }) => claimed);
    expect(amounts).toEqual([...new Set(amounts)].toSorted((one, other) => one - other));
    const ticks = Math.ceil((Date.now() - began) / 250) + 1;
    expect(changes.length).toBeLessThanOrEqual(ticks);
  }
  expect(ofCampaign.changes.at(-1)?.campaign).toBe(coupon.id);
  expect(ofAccount.changes.at(-1)?.campaign).toBeNull();
});

test('a subscription to a campaign of another account is refused, and one whose key is revoked ends', async () => {
  const [client, stranger] = [await app.client(), await app.client()];
  const { couponId } = await makeSession(app.database, client.owner);
  const guest = await app.client({ account: client.owner.account, scopes: ['READ'] });
  const [refused, ended] = [follow(stranger, couponId), follow(guest, couponId)];
  await expect.poll(() => refused.codes).toEqual(['COUPON_NOT_FOUND']);
  await expect.poll(() => ended.changes.length).toBeGreaterThan(0);

  await client.graphql('mutation ($id: ID!) { revokeApiKey(input: { id: $id }) { id } }', { id: guest.owner.keyId });

  await expect.poll(() => ended.codes).toEqual(['UNAUTHENTICATED']);
});

test('followers of the same campaign share its readings', async () => {
  const client = await app.client();
  const coupon = await makeCoupon(app.database, client.owner);
  const { session } = await makeSession(app.database, client.owner, { coupon });
  const reading = vi.spyOn(app.database.lookups, 'rows');
  const stop = new AbortController();
  const followers = Array.from({ length: 50 }, async () => {
    for await (const { claimed } of followTotals(app.database, coupon.id, stop.signal)) if (claimed === 1) return;
  });
  await client.graphql(`mutation { claimCouponSession(input: { session: "${session}" }) { session } }`);
  await Promise.all(followers);
  stop.abort();

  const amounts = reading.mock.calls.map(([, parameters]) => {
    const { ids = [] } = parameters as { ids?: string[] };
    return ids.filter((id) => id === coupon.id).length;
  });
  reading.mockRestore();
  expect(Math.max(...amounts)).toBe(1);
});
