import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { useBrowser } from '../../support/browser.ts';
import { makeCoupon, makeSession } from '../../support/make.ts';
import { makeCard, makeUser } from '../../support/make-loyalty.ts';
import { onScreen, pairedPage, scanned } from './till-visitor.ts';

const app = useApp();
const held = useBrowser();
const directory = fileURLToPath(new URL('../../../docs/pictures/', import.meta.url));
const viewport = { width: 390, height: 760 };
const mostBytes = 30_000;

/** In `npm run pictures`. */
test.skipIf(!process.env.PICTURES)('takes the pictures of docs/tills.md', async () => {
  const { owner } = await app.client();
  await app.database.transaction((transaction) =>
    transaction.change('UPDATE accounts SET name = ? WHERE id = ?', ['Corner Bakery', owner.account.id]),
  );
  const coupon = await makeCoupon(app.database, owner, { name: 'Free coffee', value: '2.80', currency: 'EUR' });
  const given = { coupon, firstName: 'Ada', lastName: 'Albrecht' };
  const [{ session }, other] = [
    await makeSession(app.database, owner, given),
    await makeSession(app.database, owner, given),
  ];
  const card = await makeCard(app.database, owner, { name: 'Coffee card' });
  const user = await makeUser(app.database, owner, { card, firstName: 'Ada', lastName: 'Albrecht' });
  const context = await held.browser.newContext({
    locale: 'en-GB',
    viewport,
    deviceScaleFactor: 1,
    colorScheme: 'light',
  });
  const settings = { name: 'Market Square', offlineRedemption: 'ACCEPT' } as const;
  const { page } = await pairedPage(app, context, owner, settings);
  const take = async (screen: string, name: string) => {
    await onScreen(page, screen);
    const picture = await sharp(await page.screenshot())
      .webp({ quality: 82, effort: 6 })
      .toBuffer();
    expect(picture.length, name).toBeLessThan(mostBytes);
    await writeFile(`${directory}till-${name}.webp`, picture);
  };

  await take('ready', 'scan');
  await scanned(page, session);
  await take('session', 'look');
  await page.getByRole('button', { name: 'Redeem' }).click();
  await take('redeemed', 'redeemed');
  await scanned(page, session);
  await take('refused', 'refused');
  await scanned(page, user.id);
  for (let more = 0; more < 3; more += 1) await page.getByRole('button', { name: 'One more' }).click();
  await page.getByRole('button', { name: 'Give 4 stamps' }).click();
  await page.getByText('4 of 10 stamps').waitFor();
  await take('card', 'card');
  await context.setOffline(true);
  await scanned(page, other.session);
  await take('offline', 'offline');
  await context.close();
});
