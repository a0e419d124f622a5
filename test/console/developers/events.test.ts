import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { ConsoleVisitor } from '../../support/console-visitor.ts';
import { sequence } from '../../support/events.ts';
import { makeSession } from '../../support/make.ts';
import { personOf } from '../../support/make-people.ts';

const app = useApp();

/** The ids of the events that a page lists. */
const idsIn = (text: string) => [...new Set(text.match(/evt_[0-9a-z]{20}/g))];

test('without events, and without matches, the list says so', async () => {
  const visitor = await ConsoleVisitor.of(app, (await app.client()).owner);
  expect(await visitor.read('/events')).toContain('No events yet');
  expect(await visitor.read('/events?type=coupon_claimed')).toContain('No matching events');
});

test('events are listed newest first and filtered by kind, type, campaign, person and day', async () => {
  const client = await app.client();
  const { couponId, session } = await makeSession(app.database, client.owner);
  const person = await personOf(app, client.owner, { name: 'Ada <b>' });
  await person.graphql('mutation ($s: ID!) { voidCouponSession(input: { session: $s }) { id } }', { s: session });
  await sequence(app.database, client.owner.account);
  const visitor = await ConsoleVisitor.of(app, client.owner, { role: 'ANALYST' });

  const text = await visitor.read('/events');
  expect(text.indexOf('coupon_voided</a>')).toBeLessThan(text.indexOf('coupon_session_created</a>'));
  expect(text).toContain('Ada &lt;b>');
  expect(text).toContain('data-island="events"');
  for (const [query, amount] of [
    ['kind=COUPON', 2],
    ['kind=SUBACCOUNT', 0],
    ['type=coupon_voided', 1],
    [`campaign=${couponId}`, 2],
    [`key=${person.person.id}`, 1],
    ['from=2020-01-01&to=2999-01-01', 2],
    ['to=2020-01-01', 0],
    ['kind=nonsense&campaign=nonsense&key=nonsense&from=nonsense&after=nonsense', 2],
  ] as const)
    expect(idsIn(await visitor.read(`/events?${query}`)), query).toHaveLength(amount);
  // A page that ends in the past does not follow new events.
  expect(await visitor.read('/events?to=2999-01-01')).not.toContain('data-island="events"');
});

test('an event shows its record as JSON, without a link to deliveries for who may not see them', async () => {
  const client = await app.client();
  const { session } = await makeSession(app.database, client.owner);
  await sequence(app.database, client.owner.account);
  const owner = await ConsoleVisitor.of(app, client.owner);
  const [id = ''] = idsIn(await owner.read('/events'));

  const text = await owner.read(`/events/${id}`);
  expect(text).toContain(`&quot;session&quot;: &quot;${session}&quot;`);
  expect(text).toContain(`/console/webhooks/deliveries?event=${id}`);
  const analyst = await ConsoleVisitor.of(app, client.owner, { role: 'ANALYST' });
  expect(await analyst.read(`/events/${id}`)).not.toContain('/console/webhooks');
  const stranger = await ConsoleVisitor.of(app, (await app.client()).owner);
  expect((await stranger.get(`/events/${id}`)).status).toBe(404);
  expect((await stranger.get('/events/nonsense')).status).toBe(404);
});
