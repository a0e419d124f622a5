import { expect, test } from 'vitest';
import { findPublicSession, noteOpened } from '../../../src/sessions/session/public-session.ts';
import { useAppWithDatabaseOfItsOwn } from '../../support/app.ts';
import { makeCoupon, makeSession, makeSessions } from '../../support/make.ts';
import { change, doors } from '../doors.ts';
import { misfitsOf } from './marks.ts';

const app = useAppWithDatabaseOfItsOwn();

test.each(doors)('by %s, transitions write and remove the marks of their times', async (door) => {
  const client = await app.client();
  const coupon = await makeCoupon(app.database, client.owner);
  const [claimed, validated, both, undone, refused] = await makeSessions(app.database, coupon, Array(5).fill({}));
  const apply = (
    made: { session: string } | undefined,
    ...operations: ('claim' | 'validate' | 'unvalidate' | 'void')[]
  ) =>
    operations.reduce(async (before, operation) => {
      await before;
      await change(door, client, made?.session ?? '', operation);
    }, Promise.resolve());

  await apply(claimed, 'claim', 'claim');
  await apply(validated, 'validate');
  await apply(both, 'claim', 'validate');
  await apply(undone, 'validate', 'unvalidate', 'validate', 'unvalidate');
  await apply(refused, 'validate', 'void', 'unvalidate');

  expect(await misfitsOf(app.database)).toEqual([]);
  expect(await kindsOf(coupon.id)).toEqual({ claimed: 5, validated: 3 });
});

test('the first opening of a session writes its mark', async () => {
  const { owner } = await app.client();
  const coupon = await makeCoupon(app.database, owner);
  const { session } = await makeSession(app.database, owner, { coupon });
  for (let visits = 0; visits < 2; visits += 1) {
    const found = await findPublicSession(app.database, coupon.code, session);
    if (found) await noteOpened(app.database, found.session);
  }

  expect(await misfitsOf(app.database)).toEqual([]);
  expect(await kindsOf(coupon.id)).toEqual({ opened: 1 });
});

test('a batch claim writes the marks of all its sessions', async () => {
  const client = await app.client();
  const coupon = await makeCoupon(app.database, client.owner);
  const made = await makeSessions(app.database, coupon, Array(1500).fill({}));
  const { errors } = await client.graphql(
    'mutation ($c: ID!, $s: BigInt) { batchUpdateCouponSessions(input: { coupon: $c, startSequence: $s, operation: CLAIM }) { updated } }',
    { c: coupon.id, s: String(made[0]?.sequence) },
  );
  expect(errors).toEqual([]);

  expect(await misfitsOf(app.database)).toEqual([]);
  expect(await kindsOf(coupon.id)).toEqual({ claimed: 1500 });
});

test('the marks and keys of removed sessions are removed', async () => {
  const client = await app.client();
  const facts = { opened: true, claimed: true, validated: true, email: 'ada@example.com', phone: '+49301234567' };
  const { session, couponId } = await makeSession(app.database, client.owner, facts);
  const { session: kept } = await makeSession(app.database, client.owner, facts);
  await client.rest('/v3/singleuse/remove', { campaign: couponId, couponsession: session });

  expect(await misfitsOf(app.database)).toEqual([]);
  const { body } = await client.rest('/v3/couponsession/search', { email: 'ada@example.com' });
  expect(body.searchresults.map((found: { session: string }) => found.session)).toEqual([kept]);
});

async function kindsOf(coupon: string): Promise<Record<string, number>> {
  const rows = await app.database.rows<{ kind: string; amount: number }>(
    'SELECT m.kind AS kind, COUNT(*) AS amount FROM session_marks m WHERE m.coupon_id = ? GROUP BY m.kind ORDER BY m.kind',
    [coupon],
  );
  return Object.fromEntries(rows.map(({ kind, amount }) => [kind, Number(amount)]));
}
