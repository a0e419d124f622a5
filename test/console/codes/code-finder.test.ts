import { expect, test } from 'vitest';
import { sessionPath } from '../../../src/vocabulary/links.ts';
import { useApp } from '../../support/app.ts';
import { makeCoupon, makeSession } from '../../support/make.ts';
import { visit } from '../../support/visitor.ts';

const app = useApp();

test('a code leads straight to its session', async () => {
  const { owner } = await app.client();
  const coupon = await makeCoupon(app.database, owner);
  const { session } = await makeSession(app.database, owner, { coupon, customValCode: 'RYE-7', customId: 'ada' });
  const visitor = await visit(app, owner, 'ANALYST');
  for (const code of [session, session.slice(0, 6), 'rye-7', 'ada', app.url + sessionPath(coupon.code, session)])
    expect(await visitor.open(`/find?code=${encodeURIComponent(code)}`), code).toMatchObject({
      status: 303,
      to: `/console/sessions/${session}`,
    });
});

test('several sessions are candidates', async () => {
  const { owner } = await app.client();
  const made = [
    await makeSession(app.database, owner, { customId: 'ada' }),
    await makeSession(app.database, owner, { customId: 'ada' }),
  ];
  const { status, text } = await (await visit(app, owner)).open('/find?code=ada');
  expect(status).toBe(200);
  expect(text).toContain('2 matching codes');
  for (const { session } of made) expect(text).toContain(`/console/sessions/${session}`);
});

test('an unknown code says so, and the field is ready for the next one', async () => {
  const { owner } = await app.client();
  const visitor = await visit(app, owner);
  const { text } = await visitor.open('/find?code=%3Cb%3Enone');
  expect(text).toContain('Code not found');
  expect(text).toContain('&lt;b>none');
  expect(text).toMatch(/<input[^>]*id="finder-code"[^>]*autofocus/);
  for (const code of ['', '  ', 'x'.repeat(3000)])
    expect((await visitor.open(`/find?code=${encodeURIComponent(code)}`)).status).toBe(200);
});
