import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { findBrowser } from '../../../scripts/browser/find.ts';
import { Client } from '../../support/client.ts';
import { Program } from '../../support/processes.ts';

const directory = fileURLToPath(new URL('../../../docs/pictures/', import.meta.url));
const viewport = { width: 1280, height: 800 };
const mostBytes = 60_000;

/** The pictures of docs/console.md, and the screens that they show. */
const pictures: Record<string, (ids: Ids) => string> = {
  home: () => '',
  campaigns: () => '/campaigns',
  campaign: ({ campaign }) => `/campaigns/${campaign}`,
  session: ({ session }) => `/sessions/${session}`,
  loyalty: ({ card }) => `/loyalty/${card}`,
  deliveries: () => '/webhooks/deliveries',
};

type Ids = Record<'campaign' | 'session' | 'card', string>;

test.skipIf(!process.env.PICTURES)('takes the pictures of the guide', async () => {
  const { url, ids } = await openDemo();
  const browser = await chromium.launch(await findBrowser());
  onTestFinished(() => browser.close());
  const page = await browser.newPage({ viewport, colorScheme: 'light', locale: 'en', baseURL: url });
  await page.goto('/');
  await page.getByRole('button', { name: 'Open the demo' }).click();
  await page.waitForURL('**/console');
  await mkdir(directory, { recursive: true });

  for (const [name, pathOf] of Object.entries(pictures)) {
    const response = await page.goto(`/console${pathOf(ids)}`);
    expect([name, response?.status()]).toEqual([name, 200]);
    const picture = await pictureOf(page);
    expect(picture.length, name).toBeLessThan(mostBytes);
    await writeFile(join(directory, `${name}.webp`), picture);
  }
});

/** Takes a picture, with less quality if it is too large. */
async function pictureOf(page: Page): Promise<Buffer> {
  const taken = sharp(await page.screenshot());
  let picture = Buffer.alloc(0);
  for (const quality of [82, 74, 66, 58, 50]) {
    picture = await taken.webp({ quality, effort: 6 }).toBuffer();
    if (picture.length < mostBytes) break;
  }
  return picture;
}

/** Starts a demo, and waits until its year is made. */
async function openDemo(): Promise<{ url: string; ids: Ids }> {
  const data = mkdtempSync(join(tmpdir(), 'pictures-'));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  const env = { PORT: '0', DEMO: 'on', DATA_DIR: data, LOG_LEVEL: 'error' };
  const program = new Program('server.ts', [], env);
  const url = await program.says(/^Campaign service at (\S+)$/m);
  const [keyId = '', secret = ''] = (await program.says(/^ +Demo key +(\S+)$/m)).split(':');
  const client = new Client(url, { account: undefined as never, keyId, secret });
  const asked = '{ jobs { nodes { status } } }';
  await expect
    .poll(async () => (await client.graphql(asked)).data.jobs.nodes, { timeout: 240_000, interval: 1000 })
    .toEqual([{ status: 'DONE' }]);
  return { url, ids: await idsOf(client) };
}

async function idsOf(client: Client): Promise<Ids> {
  const { data } = await client.graphql('{ coupons { nodes { id name } } loyaltyCards { nodes { id name } } }');
  const { id: campaign } = data.coupons.nodes.find(({ name }: { name: string }) => name === 'Free coffee');
  const { id: card } = data.loyaltyCards.nodes.find(({ name }: { name: string }) => name === 'Coffee card');
  const validated = await client.graphql(
    'query ($coupon: ID!) { couponSessions(coupon: $coupon, last: 400) { nodes { session validatedAt openedAt } } }',
    { coupon: campaign },
  );
  const [{ session }] = validated.data.couponSessions.nodes.filter(
    (each: Record<string, string | null>) => each.validatedAt && each.openedAt,
  );
  return { campaign, card, session };
}
