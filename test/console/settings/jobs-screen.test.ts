import { expect, onTestFinished, test } from 'vitest';
import { deleteRows } from '../../../src/kernel/database/rows.ts';
import { jobs } from '../../../src/kernel/jobs/job.ts';
import { enqueue } from '../../../src/kernel/jobs/job-queue.ts';
import { useApp } from '../../support/app.ts';
import { ConsoleVisitor } from '../../support/console-visitor.ts';
import { makeCoupon } from '../../support/make.ts';

const app = useApp();
const path = '/settings/jobs';

test('jobs show what they do and how far they are, and are paused, resumed and cancelled', async () => {
  const client = await app.client();
  const accountId = client.owner.account.id;
  onTestFinished(async () => {
    await app.database.transaction((transaction) => deleteRows(transaction, jobs, { accountId }));
  });
  const marketer = await ConsoleVisitor.of(app, client.owner, { role: 'MARKETER' });
  const analyst = await ConsoleVisitor.of(app, client.owner, { role: 'ANALYST' });
  expect((await marketer.get(path)).text).toContain('No jobs');
  const { id: coupon } = await makeCoupon(app.database, client.owner);
  const job = await app.database.transaction((transaction) =>
    enqueue(
      transaction,
      { kind: 'createSessionsStep' } as never,
      { coupon },
      { accountId, dueAt: '9999-01-01 00:00:00.000', progress: { requested: 5_000_000, created: 1250 } },
    ),
  );

  const page = await marketer.get(path);
  expect(page.text).toContain('1,250 of 5,000,000');
  expect(page.text).toContain(`/console/campaigns/${coupon}`);
  expect(page.text).toContain('data-refresh');
  const own = `/campaigns/${coupon}/codes/jobs/${job.id}`;
  expect(page.text).toContain(`href="/console${own}"`);
  expect((await marketer.get(own)).status).toBe(200);
  expect((await analyst.get(path)).text).not.toContain('name="_form"');

  const given = { id: job.id, _key: job.id };
  for (const [form, state] of [
    ['pause', 'Paused'],
    ['resume', 'Waiting'],
    ['cancel', 'Cancelled'],
  ] as const) {
    expect((await marketer.post(path, form, given)).status).toBe(303);
    expect((await marketer.get(`${path}?kind=CREATE_COUPON_SESSIONS`)).text).toContain(`>${state}</span>`);
  }
  expect((await marketer.get(`${path}?status=DONE`)).text).toContain('No matching jobs');
  expect((await marketer.get(`${path}?status=NONSENSE&kind=x`)).text).toContain('1,250');
  expect((await marketer.post(path, 'cancel', { id: 'job_0000000000000000' })).status).toBe(422);
});

test('a list has pages', async () => {
  const client = await app.client();
  const accountId = client.owner.account.id;
  onTestFinished(async () => {
    await app.database.transaction((transaction) => deleteRows(transaction, jobs, { accountId }));
  });
  await app.database.transaction(async (transaction) => {
    for (let count = 0; count < 60; count += 1)
      await enqueue(
        transaction,
        { kind: 'sendPushStep' } as never,
        {},
        { accountId, dueAt: '9999-01-01 00:00:00.000' },
      );
  });
  const owner = await ConsoleVisitor.of(app, client.owner);

  const first = await owner.get(path);
  const [, next = ''] = /href="\/console(\/settings\/jobs\?after=[^"]+)"/.exec(first.text) ?? [];
  const second = await owner.get(next.replaceAll('&amp;', '&'));

  expect([first, second].map(({ text }) => text.match(/data-name="Progress"/g)?.length)).toEqual([50, 10]);
  expect(second.text).toContain('First page');
  expect((await owner.get(`${path}?after=nonsense`)).status).toBe(400);
});
