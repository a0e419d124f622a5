import { expect, inject, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { eventsOf } from '../../support/events.ts';
import { makeCoupon, makeSession } from '../../support/make.ts';
import { makeLocation } from '../../support/make-locations.ts';
import { tillOf } from '../../support/make-tills.ts';

const app = useApp();
/** An account has at most 200 tills. The others of 500 call with a key and name their location. */
const tills = inject('isThorough') ? 200 : 20;
const programs = inject('isThorough') ? 300 : 20;

test('of many tills that redeem a code at once, half of them at the wrong location, one at the right one succeeds', async () => {
  const client = await app.client();
  const { owner } = client;
  const right = await makeLocation(app.database, owner, 'Right');
  const wrong = await makeLocation(app.database, owner, 'Wrong');
  const coupon = await makeCoupon(app.database, owner, { locations: [right.id] });
  const { session } = await makeSession(app.database, owner, { coupon });
  const placeOf = (index: number) => (index % 2 === 0 ? right.id : wrong.id);
  const devices = await Promise.all(
    Array.from({ length: tills }, (_, index) => tillOf(app, owner, { location: placeOf(index) })),
  );
  const redeem = async (caller: Client, input: object) =>
    (
      await caller
        .patient()
        .graphql(
          'mutation ($input: ValidateCouponSessionInput!) { validateCouponSession(input: $input) { session } }',
          {
            input: { session, ...input },
          },
        )
    ).codes;

  const answers = await Promise.all([
    ...devices.map((device, index) => redeem(device, {}).then((codes) => ({ place: placeOf(index), codes }))),
    ...Array.from({ length: programs }, (_, index) => {
      const place = placeOf(index);
      return redeem(client, { location: place }).then((codes) => ({ place, codes }));
    }),
  ]);

  const winners = answers.filter(({ codes }) => codes.length === 0);
  expect(winners.map(({ place }) => place)).toEqual([right.id]);
  const others = (place: string) => new Set(answers.flatMap((each) => (each.place === place ? each.codes : [])));
  expect(others(right.id)).toEqual(new Set(['SESSION_ALREADY_VALIDATED']));
  expect(others(wrong.id).isSubsetOf(new Set(['NOT_AT_THIS_LOCATION', 'SESSION_ALREADY_VALIDATED']))).toBe(true);
  const events = await eventsOf(app.database, { session });
  expect(events.filter(({ type }) => type === 'coupon_validated').map(({ data }) => data.locationId)).toEqual([
    right.id,
  ]);
});
