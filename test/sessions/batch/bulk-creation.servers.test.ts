import { expect, test } from 'vitest';
import { findRows } from '../../../src/kernel/database/rows.ts';
import { couponSessions } from '../../../src/sessions/session/session.ts';
import { useApp } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { eventsOf } from '../../support/events.ts';
import { makeCoupon, makeSession } from '../../support/make.ts';
import { type Door, doors } from '../doors.ts';

const app = useApp();

interface Wish {
  amount?: number;
  status?: 'NORMAL' | 'VOIDED' | 'ACTIVATED';
  automatedCodes?: boolean;
  codePrefix?: string;
  codeLength?: number;
  codeType?: 'NUMERIC' | 'ALPHANUMERIC';
}

/** The created sessions as REST or GraphQL reports them: session, sequence and validation code, in response order. */
async function create(door: Door, client: Client, coupon: string, wish: Wish = {}) {
  if (door === 'REST') {
    const fields = Object.entries(wish).map(([name, value]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      typeof value === 'string' && name !== 'codePrefix' ? value.toLowerCase() : value,
    ]);
    const { body } = await client.rest('/v3/multiplesingleuse/create', {
      campaign: coupon,
      ...Object.fromEntries(fields),
    });
    return body.data.map((item: Record<string, string>) => ({
      session: item.single_use_code,
      sequence: item.sequence_id,
      code: item.custom_validation_code || null,
    }));
  }
  const { data } = await client.graphql(
    `mutation ($input: CreateSingleUseUrlsInput!) {
      createSingleUseUrls(input: $input) { sessions { session sequenceId customValidationCode } }
    }`,
    { input: { coupon, ...wish } },
  );
  return data.createSingleUseUrls.sessions.map((item: Record<string, string>) => ({
    session: item.session,
    sequence: Number(item.sequenceId),
    code: item.customValidationCode,
  }));
}

async function stored(couponId: string) {
  return findRows(app.database, couponSessions, { couponId }, { order: { sequence: 'ASC' } });
}

test.for(doors)('by %s, bulk creation makes the requested amount with contiguous ascending ids', async (door) => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner);
  const before = await makeSession(app.database, client.owner);
  const created = await create(door, client, id, { amount: 250, automatedCodes: true });
  const after = await makeSession(app.database, client.owner);
  const first = created[0].sequence;
  expect(created.map(({ sequence }: { sequence: number }) => sequence)).toEqual(
    Array.from({ length: 250 }, (_, index) => first + index),
  );
  expect(first).toBeGreaterThan(before.sequence);
  expect(created.at(-1).sequence).toBeLessThan(after.sequence);
  const rows = await stored(id);
  expect(rows.map(({ session, sequence, customValidationCode: code }) => ({ session, sequence, code }))).toEqual(
    created,
  );
});

test.for(doors)('by %s, the default is ten sessions, not started, without validation codes', async (door) => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner);
  await create(door, client, id);
  expect(await stored(id)).toMatchObject(
    Array(10).fill({ startedAt: null, voidedAt: null, customValidationCode: null, claimType: null }),
  );
});

test('bulk creation returns more sessions than one statement holds, as they are stored', async () => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner);
  const created = await create('REST', client, id, { amount: 10_001, automatedCodes: true });
  const rows = await app.database.rows(
    `SELECT s.session AS session, s.sequence AS sequence, s.custom_validation_code AS code
     FROM coupon_sessions s WHERE s.coupon_id = ? ORDER BY s.sequence`,
    [id],
  );
  expect(rows).toEqual(created);
  expect(created).toHaveLength(10_001);
  expect(created.at(-1).sequence - created[0].sequence).toBe(10_000);
});

test.for(doors)('by %s, bulk creation records one event for all sessions', async (door) => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner);
  const created = await create(door, client, id, { amount: 3 });
  expect(await eventsOf(app.database, { campaignId: id })).toMatchObject([
    {
      ...{ kind: 'COUPON_EDIT', type: 'coupon_batch_created', keyId: client.owner.keyId, session: null },
      data: { amount: 3, firstSequence: created[0].sequence, lastSequence: created[2].sequence },
    },
  ]);
});

const states = doors.flatMap((door) =>
  (['NORMAL', 'VOIDED', 'ACTIVATED'] as const).map((status) => [door, status] as const),
);

test.for(states)('by %s, sessions begin as %s', async ([door, status]) => {
  const client = await app.client();
  const coupon = await makeCoupon(app.database, client.owner, { expiry: { flexible: { days: 30 } } });
  await create(door, client, coupon.id, { amount: 2, status });
  for (const session of await stored(coupon.id)) {
    const { createdAt, startedAt, voidedAt, ownExpiresAt, claimedAt, validatedAt, lockedAt, openedAt } = session;
    expect([claimedAt, validatedAt, lockedAt, openedAt]).toEqual([null, null, null, null]);
    expect(voidedAt).toBe(status === 'VOIDED' ? createdAt : null);
    expect(startedAt).toBe(status === 'ACTIVATED' ? createdAt : null);
    if (status !== 'ACTIVATED') expect(ownExpiresAt).toBeNull();
    else expect(Date.parse(`${ownExpiresAt}Z`) - Date.parse(`${startedAt}Z`)).toBe(30 * 86_400_000);
  }
});

test('bulk creation accepts active as a synonym of activated', async () => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner);
  await client.rest('/v3/multiplesingleuse/create', { campaign: id, amount: 1, status: 'active' });
  expect((await stored(id))[0]?.startedAt).not.toBeNull();
});

test('sessions that begin started get no expiry when the coupon has no flexible expiry', async () => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner, { expiresAt: '2999-01-01 00:00:00.000' });
  await create('GraphQL', client, id, { amount: 1, status: 'ACTIVATED' });
  expect((await stored(id))[0]?.ownExpiresAt).toBeNull();
});

test.for(doors)('by %s, validation codes have the requested form and differ from each other', async (door) => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner);
  const forms: [Wish, RegExp][] = [
    [{}, /^[0-9A-Z]{10}$/],
    [{ codeType: 'NUMERIC' }, /^\d{10}$/],
    [{ codePrefix: 'Loaf-', codeLength: 25 }, /^Loaf-[0-9A-Z]{25}$/],
    [{ codePrefix: '', codeType: 'ALPHANUMERIC', codeLength: 11 }, /^[0-9A-Z]{11}$/],
  ];
  for (const [wish, form] of forms) {
    const created = await create(door, client, id, { automatedCodes: true, amount: 50, ...wish });
    const codes: string[] = created.map(({ code }: { code: string }) => code);
    expect(codes.filter((code) => !form.test(code))).toEqual([]);
    expect(new Set(codes).size).toBe(50);
  }
});

test.for(doors)('by %s, bulk creation generates codes only on request', async (door) => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner);
  const created = await create(door, client, id, { amount: 2, codePrefix: 'A', codeType: 'NUMERIC', codeLength: 12 });
  expect(created).toMatchObject([{ code: null }, { code: null }]);
});

test('a session made in bulk can be claimed like any other', async () => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner);
  const [{ session }] = await create('GraphQL', client, id, { amount: 1 });
  const claimed = await client.rest('/v3/couponsession/update', { couponsession: session, operation: 'claim' });
  expect(claimed.body.data.status).toMatchObject({ claimed: '1', started: '1' });
});
