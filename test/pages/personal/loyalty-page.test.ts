import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { change, makeCard, makeReward, makeUser } from '../../support/make-loyalty.ts';
import { connectApple } from '../../support/make-passes.ts';
import { Visitor } from '../visitor.ts';

const app = useApp();
const script = '<script>alert(1)</script>';

test('the page of a card shows its reward', async () => {
  const { card } = await filledCard();

  const { status, text } = await new Visitor(app.url).get(`/l/${card.code}`);

  expect(status).toBe(200);
  expect(text).toContain('Coffee &lt;script>');
  expect(text).toContain('<span>A loaf</span><span>10 stamps</span>');
  expect(text).not.toContain(script);
});

test('the page of a user shows stamps, usable rewards and a barcode', async () => {
  const { path } = await filledCard();
  const visitor = new Visitor(app.url);

  const { status, text, headers } = await visitor.get(path);
  const barcode = await visitor.get(`${path}/barcode.svg`);

  expect(status).toBe(200);
  expect(text).toContain('3 of 10 stamps');
  expect(text.match(/class="stamp full"/g)).toHaveLength(3);
  expect(text).toMatch(/<strong>A loaf<\/strong><span>Until \d+ \w+ \d{4}<\/span>/);
  expect(text).toContain('7 more stamps for: A loaf');
  expect(text).toContain('Ada &lt;script>');
  expect(text).not.toContain(script);
  expect(headers.get('x-robots-tag')).toBe('noindex');
  expect(barcode.text).toMatch(/^<svg/);
});

test('an inactive card and a void user have nothing to redeem', async () => {
  const { owner } = await app.client();
  const card = await makeCard(app.database, owner, { active: false });
  const user = await makeUser(app.database, owner, { card, voided: true });
  const visitor = new Visitor(app.url);

  expect((await visitor.get(`/l/${card.code}`)).text).toContain('Not available at the moment');
  const { text } = await visitor.get(`/l/${card.code}/${user.id}`);
  expect(text).toMatch(/No longer valid<\/strong><span>Cancelled on .+ \(/);
  expect(text).not.toContain('barcode');
});

test.each(['', '/usr_0000000000000000', '/%FF', '/usr_0000000000000000/barcode.svg'])(
  'an unknown address gets a 404: %s',
  async (rest) => {
    const { card } = await filledCard();
    const address = rest === '' ? '/l/00000000' : `/l/${card.code}${rest}`;
    expect((await new Visitor(app.url).get(address)).status).toBe(rest === '/%FF' ? 400 : 404);
  },
);

test('a card with milestones shows the next one, and all of them', async () => {
  const { owner } = await app.client();
  const card = await makeCard(app.database, owner);
  await makeReward(app.database, card, { name: 'Bread' });
  await makeReward(app.database, card, { stamps: 6, name: 'Cake' });
  await makeReward(app.database, card, { stamps: 3, name: 'Coffee' });
  const user = await makeUser(app.database, owner, { card });
  await change(app.database, owner, user, { action: 'ADD', unit: 'STAMPS', amount: 4 });
  const ladder = ['Coffee 3 stamps', 'Cake 6 stamps', 'Bread 10 stamps'];
  const rows = (text: string) =>
    [...text.matchAll(/<span>([^<]+)<\/span><span>(\d+ stamps)</g)].map(([, name, cost]) => `${name} ${cost}`);

  const { text } = await new Visitor(app.url).get(`/l/${card.code}/${user.id}`);
  const offer = await new Visitor(app.url).get(`/l/${card.code}`);

  expect(text).toContain('2 more stamps for: Cake');
  expect(text).toContain('A reward is waiting for you');
  expect([rows(text), rows(offer.text)]).toEqual([ladder, ladder]);
});

test('points that expire have a last day, in the time zone of the account', async () => {
  const { owner } = await app.client({ timezone: 'Asia/Kathmandu' });
  const card = await makeCard(app.database, owner, { type: 'MEMBERSHIP', pointsValidDays: 30, maxPerDay: 50 });
  const user = await makeUser(app.database, owner, { card });
  await change(app.database, owner, user, { action: 'ADD', unit: 'POINTS', amount: 12 });
  const lastDay = Temporal.Now.zonedDateTimeISO('Asia/Kathmandu').add({ days: 30 });
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Asia/Kathmandu' });

  const { text } = await new Visitor(app.url).get(`/l/${card.code}/${user.id}`);

  expect(text).toContain(`12 points expire after ${day.format(lastDay.epochMilliseconds)}.`);
  expect(text).toContain('At most 50 points a day.');
});

test('points show the way to the next reward', async () => {
  const { owner } = await app.client();
  const card = await makeCard(app.database, owner, { type: 'MEMBERSHIP' });
  for (const points of [400, 40, 1000]) await makeReward(app.database, card, { points });
  const user = await makeUser(app.database, owner, { card });
  await change(app.database, owner, user, { action: 'ADD', unit: 'POINTS', amount: 130 });

  const { text } = await new Visitor(app.url).get(`/l/${card.code}/${user.id}`);

  expect(text).toContain('<progress value="130" max="400" aria-label="270 more points for: A loaf">');
  expect([...text.matchAll(/<span>(\d+ points · [^<]+)</g)].map(([, row]) => row)).toEqual([
    '40 points · you have enough',
    '400 points · 270 more',
  ]);
  expect(text).toContain('1,000 points · 870 more');
});

test('rewards that were used or have expired say when', async () => {
  const { owner } = await app.client({ timezone: 'Pacific/Auckland' });
  const card = await makeCard(app.database, owner);
  await makeReward(app.database, card, { validDays: 30 });
  const user = await makeUser(app.database, owner, { card });
  await change(app.database, owner, user, { action: 'ADD', unit: 'STAMPS', amount: 30 });
  const set = async (column: 'used_at' | 'expires_at', time: string) => {
    const [first] = await app.database.rows<{ id: string }>(
      `SELECT id FROM earned_rewards WHERE member = ? AND used_at IS NULL ORDER BY expires_at DESC LIMIT 1`,
      [user.number],
    );
    await app.database.transaction((transaction) =>
      transaction.change(`UPDATE earned_rewards SET ${column} = ? WHERE id = ?`, [time, first?.id ?? '']),
    );
  };
  await set('used_at', '2026-02-03 11:00:00.000');
  await set('expires_at', '2026-02-01 11:00:00.000');

  const { text } = await new Visitor(app.url).get(`/l/${card.code}/${user.id}`);

  expect(text).toContain('A reward is waiting for you');
  expect([...text.matchAll(/<span>((?:redeemed|expired) on [^<]+)</g)].map(([, line]) => line)).toEqual([
    'redeemed on 4 February 2026',
    'expired on 2 February 2026',
  ]);
});

/** Makes a user with a reward for a full card, and with three stamps on the next card. */
async function filledCard() {
  const { owner } = await app.client();
  await connectApple(app.database, owner);
  const card = await makeCard(app.database, owner, { title: `Coffee ${script}`, medium: 'WALLET' });
  await makeReward(app.database, card, { validDays: 90 });
  const user = await makeUser(app.database, owner, { card, firstName: `Ada ${script}` });
  await change(app.database, owner, user, { action: 'ADD', unit: 'STAMPS', amount: 13 });
  return { card, path: `/l/${card.code}/${user.id}` };
}
