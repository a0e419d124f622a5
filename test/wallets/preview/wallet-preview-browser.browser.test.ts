import { expect, test } from 'vitest';
import { useAppWithBackground } from '../../support/app.ts';
import { useBrowser } from '../../support/browser.ts';
import { makeCoupon } from '../../support/make.ts';
import { makeCard } from '../../support/make-loyalty.ts';
import { drawnPicture, lookupPictures, usePictureServer } from '../../support/picture-server.ts';

const app = useAppWithBackground({ lookup: lookupPictures });
const server = usePictureServer();
const held = useBrowser();

test.each(['coupon', 'card'])('a browser draws every part of the preview of a %s within the picture', async (kind) => {
  const client = await app.client();
  const title = 'Rye bread with a name that is far too long for the place that a phone has for it';
  const { id } =
    kind === 'coupon'
      ? await makeCoupon(app.database, client.owner, { title, value: '5.00', currency: 'EUR', barcode: 'PDF417' })
      : await makeCard(app.database, client.owner, { title, stampsRequired: 8 });
  const [logoUrl, stripUrl] = [server.show(await drawnPicture()), server.show(await drawnPicture({ width: 1200 }))];
  const input = `campaign: "${id}", backgroundColor: "#7c2d12", logoUrl: "${logoUrl}", stripUrl: "${stripUrl}"`;
  await client.graphql(`mutation { updateWalletDesign(input: { ${input} }) { campaign } }`);
  const { data } = await client.graphql(`{ walletPreview(campaign: "${id}") { url } }`);
  const page = await held.browser.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));

  await page.goto(data.walletPreview.url);

  const parts = await page.evaluate(() => {
    const { right, bottom } = document.documentElement.getBoundingClientRect();
    return Array.from(document.querySelectorAll('text, image'), (part) => {
      const box = part.getBoundingClientRect();
      const isWithin = box.left >= 0 && box.top >= 0 && box.right <= right && box.bottom <= bottom;
      return { text: part.textContent, isWithin, isSeen: box.width > 0 && box.height > 0 };
    });
  });
  expect(parts.length).toBeGreaterThan(12);
  expect(parts.filter(({ isWithin, isSeen }) => !isWithin || !isSeen)).toEqual([]);
  expect(complaints).toEqual([]);
  await page.close();
});
