import { expect, onTestFinished, test } from 'vitest';
import { deleteRows } from '../../src/kernel/database/rows.ts';
import { jobs } from '../../src/kernel/jobs/job.ts';
import { enqueue } from '../../src/kernel/jobs/job-queue.ts';
import { definedJobs } from '../../src/main/registries/job-handlers.ts';
import { useApp } from '../support/app.ts';
import { makeCoupon, makeEndpoint } from '../support/make.ts';

const app = useApp();
const list = 'query ($filter: JobFilter) { jobs(filter: $filter) { nodes { id kind subject status } } }';

test('a job says what it does and what it works on, and the list selects by kind', async () => {
  const client = await app.client();
  const accountId = client.owner.account.id;
  onTestFinished(async () => {
    await app.database.transaction((transaction) => deleteRows(transaction, jobs, { accountId }));
  });
  const { id: coupon } = await makeCoupon(app.database, client.owner);
  const {
    endpoint: { id: endpoint },
  } = await makeEndpoint(app.database, client.owner);
  const { data, codes } = await client.graphql(`mutation {
    creation: createCouponSessionsJob(input: { coupon: "${coupon}", amount: 5 }) { id kind subject }
    recovery: recoverWebhookEndpoint(input: { id: "${endpoint}", since: "${new Date(Date.now() - 60_000).toISOString()}" }) { job { id kind subject } }
  }`);
  expect(codes).toEqual([]);
  const [creation, recovery] = [
    { id: data.creation.id, kind: 'CREATE_COUPON_SESSIONS', subject: coupon },
    { id: data.recovery.job.id, kind: 'RECOVER_WEBHOOK_ENDPOINT', subject: endpoint },
  ];
  expect(data).toEqual({ creation, recovery: { job: recovery } });

  const found = async (filter: object) => (await client.graphql(list, { filter })).data.jobs.nodes;
  await client.graphql('mutation ($id: ID!) { pauseJob(input: { id: $id }) { id } }', { id: creation.id });

  expect(await found({ kind: 'CREATE_COUPON_SESSIONS' })).toEqual([{ ...creation, status: 'PAUSED' }]);
  expect(await found({ kind: 'SEND_PUSH' })).toEqual([]);
  expect(await found({ kind: 'CREATE_COUPON_SESSIONS', status: 'DONE' })).toEqual([]);
});

test.each([
  ['sendPushStep', { campaign: 'loy_000000000000' }, 'SEND_PUSH', 'loy_000000000000'],
  ['retryMessagesStep', { job: 'job_0000000000000000' }, 'RETRY_MESSAGES', 'job_0000000000000000'],
  ['sendToGroupStep', { coupon: 'cam_000000000000' }, 'SEND_TO_GROUP', 'cam_000000000000'],
  ['printSheetStep', { coupon: 'cam_000000000000' }, 'PRINT_SHEET', 'cam_000000000000'],
  ['erasePersonalDataStep', { email: 'ada@example.com' }, 'ERASE_PERSONAL_DATA', null],
  ['ofALaterVersion', { coupon: 'cam_000000000000' }, null, null],
])('%s', async (stored, input, kind, subject) => {
  const client = await app.client();
  const accountId = client.owner.account.id;
  const dueAt = '9999-01-01 00:00:00.000';
  await app.database.transaction((transaction) =>
    enqueue(transaction, { kind: stored } as never, input, { accountId, dueAt }),
  );

  expect((await client.graphql(list)).data.jobs.nodes).toMatchObject([{ kind, subject }]);
});

test('every kind that a job can have exists', async () => {
  const client = await app.client();
  const { data } = await client.graphql('{ __type(name: "JobKind") { enumValues { name } } }');

  expect(data.__type.enumValues).toHaveLength(8);
  expect(definedJobs.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining([
      'createSessionsStep',
      'erasePersonalDataStep',
      'exportPersonalDataStep',
      'printSheetStep',
      'recoverEndpointStep',
      'retryMessagesStep',
      'sendPushStep',
      'sendToGroupStep',
    ]),
  );
});
