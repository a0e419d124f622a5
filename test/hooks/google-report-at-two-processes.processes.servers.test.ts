import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { useApp } from '../support/app.ts';
import { eventTypesOf } from '../support/events.ts';
import { GoogleServer } from '../support/google-server.ts';
import { appSecret, makeSession } from '../support/make.ts';
import { connectGoogle, couponPass, googlePass } from '../support/make-passes.ts';
import { Program } from '../support/processes.ts';

const google = await GoogleServer.start();
const app = useApp({ googleKeys: google.keysUrl });
afterAll(() => google.stop());

test('a report is accepted once, even if it reaches two processes at the same time', async () => {
  const client = await app.client();
  await connectGoogle(app.database, client.owner, google);
  const session = await makeSession(app.database, client.owner);
  const page = await fetch(googlePass(couponPass(app.url, session)), { redirect: 'manual' });
  const [saved] = google.save(page.headers.get('location') ?? '');
  const { id: objectId = '', classId = '' } = saved as { id?: string; classId?: string };
  const script = fileURLToPath(new URL('server-with-google-keys.ts', import.meta.url));
  const env = { DATABASE_URL: app.databaseUrl, APP_SECRET: appSecret, GOOGLE_KEYS: google.keysUrl };
  const other = await new Program(script, [], env).says(/^Server at (\S+)/m);
  const path = new URL(google.kept.get(`offerClass/${classId}`)?.callbackOptions.url ?? '').pathname;

  for (const eventType of ['save', 'del', 'save', 'del'] as const) {
    const body = JSON.stringify(google.callback({ objectId, classId, eventType }));
    const statuses = await Promise.all(
      [app.url, other, app.url, other].map(async (url) => (await fetch(url + path, { method: 'POST', body })).status),
    );
    expect(statuses.toSorted()).toEqual([200, 403, 403, 403]);
  }

  const expected = ['coupon_saved', 'coupon_unsaved', 'coupon_saved', 'coupon_unsaved'];
  expect((await eventTypesOf(app.database, { campaignId: session.couponId })).slice(1)).toEqual(expected);
});
