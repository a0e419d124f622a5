import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { makeCoupon, makeSession } from '../../support/make.ts';

const app = useApp();

test.for(['2026-05-06 07:08:09.000', '2026-05-06 00:00:00.000', '2026-05-06 07:08:09.120'])(
  'every endpoint shows %s with milliseconds',
  async (at) => {
    const client = await app.client();
    const coupon = await makeCoupon(app.database, client.owner, { expiresAt: at });
    const { session } = await makeSession(app.database, client.owner, { coupon, createdAt: at, claimed: at });
    const { data } = await client.graphql(
      `query ($id: ID!, $session: ID!) {
        coupon(id: $id) { expiryDate }
        coupons { nodes { expiryDate } }
        couponSession(session: $session) { createdAt claimedAt expiresAt }
        couponSessions(coupon: $id) { nodes { createdAt claimedAt expiresAt } }
      }`,
      { id: coupon.id, session },
    );
    const iso = `${at.replace(' ', 'T')}Z`;
    const shown = { createdAt: iso, claimedAt: iso, expiresAt: iso };
    expect(data).toEqual({
      coupon: { expiryDate: iso },
      coupons: { nodes: [{ expiryDate: iso }] },
      couponSession: shown,
      couponSessions: { nodes: [shown] },
    });
  },
);
