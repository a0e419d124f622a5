import { expect, test } from 'vitest';
import { runNext } from '../../../src/kernel/jobs/job-worker.ts';
import { createLog } from '../../../src/main/process/log.ts';
import { handlers } from '../../../src/main/registries/job-handlers.ts';
import { useAppWithDatabaseOfItsOwn } from '../../support/app.ts';
import { makeCoupon, makeSessions } from '../../support/make.ts';
import { visit } from '../../support/visitor.ts';

const app = useAppWithDatabaseOfItsOwn();
const step = () => runNext(app.database, handlers, createLog('silent'));

const given = { layout: 'BUSINESS_CARDS', amount: '12', state: '', firstSequence: '', lastSequence: '' };
const look = { barcode: '', labelText: '', language: 'DE', showPrice: 'on', showExpiry: 'on', showCode: 'on' };

test('codes are printed by a job, whose page leads to the file', async () => {
  const { owner } = await app.client();
  const coupon = await makeCoupon(app.database, owner);
  await makeSessions(app.database, coupon, Array(12).fill({}));
  const visitor = await visit(app, owner, 'MARKETER');
  const path = `/campaigns/${coupon.id}/codes`;
  expect((await visitor.open(path)).text).toContain(`href="/console${path}/print"`);
  expect((await visitor.open(`${path}/print`)).text).toContain('10 business cards');

  const { status, to } = await visitor.send(`${path}/print`, 'print', { ...given, ...look });
  expect(status).toBe(303);
  const job = (to ?? '').replace('/console', '');
  expect((await visitor.open(job)).text).toContain('0 of up to 12 codes added to the PDF');
  while (await step());

  const { text } = await visitor.open(job);
  expect(text).toContain('12 of up to 12 codes added to the PDF');
  const address = /href="([^"]+\/exports\/[^"]+)"/.exec(text)?.[1] ?? '';
  const file = await fetch(address);
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/pdf']);
});

test('what is wrong appears at its field', async () => {
  const { owner } = await app.client();
  const { id } = await makeCoupon(app.database, owner);
  const visitor = await visit(app, owner);
  const { status, text } = await visitor.send(`/campaigns/${id}/codes/print`, 'print', {
    ...{ ...given, ...look, amount: '10001' },
  });
  expect(status).toBe(422);
  expect(text).toContain('10001');
});

test('everybody who sees the campaign gets its table tent', async () => {
  const { owner } = await app.client();
  const { id } = await makeCoupon(app.database, owner);
  const visitor = await visit(app, owner, 'ANALYST');
  const { text } = await visitor.open(`/campaigns/${id}/codes/print`);
  expect(text).not.toContain('value="print"');
  const [address = ''] = [...text.matchAll(/href="([^"]+\/exports\/[^"]+)"/g)].map(([, href]) => href);
  expect((await fetch(address)).headers.get('content-type')).toBe('application/pdf');
});
