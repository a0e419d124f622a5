import axe from 'axe-core';
import { expect, onTestFinished, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { useBrowser } from '../../support/browser.ts';
import { change, makeCard, makeReward, makeUser } from '../../support/make-loyalty.ts';
import { connectApple } from '../../support/make-passes.ts';
import { Visitor } from './visitor.ts';

const app = useApp();
const held = useBrowser();
const script = '<script>alert(1)</script>';

test('the page of a card shows its reward', async () => {
  const { card } = await filledCard();

  const { status, text } = await new Visitor(app.url).get(`/l/${card.code}`);

  expect(status).toBe(200);
  expect(text).toContain('Coffee &lt;script>');
  expect(text).toContain('A loaf: 10 stamps');
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
  expect(text).toMatch(/<li>A loaf, until \d+ \w+ \d{4}<\/li>/);
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

  expect((await visitor.get(`/l/${card.code}`)).text).toContain('This card is not available at the moment.');
  const { text } = await visitor.get(`/l/${card.code}/${user.id}`);
  expect(text).toContain('This card is no longer valid.');
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

test('axe finds no violation, on a phone in both colour schemes', async () => {
  const { path } = await filledCard();
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await held.browser.newContext({
      viewport: { width: 360, height: 740 },
      colorScheme,
      bypassCSP: true,
    });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    await page.goto(app.url + path);
    await page.addScriptTag({ content: axe.source });
    const { violations } = (await page.evaluate('axe.run()')) as axe.AxeResults;
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  }
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
