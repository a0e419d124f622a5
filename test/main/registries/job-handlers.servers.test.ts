import { expect, test } from 'vitest';
import { requireRow } from '../../../src/kernel/database/rows.ts';
import { reserve } from '../../../src/kernel/database/sequence.ts';
import { jobs } from '../../../src/kernel/jobs/job.ts';
import { daysAgo, now } from '../../../src/kernel/values/instant.ts';
import { definedJobs } from '../../../src/main/registries/job-handlers.ts';
import { addContent } from '../../../src/messaging/content/message-content.ts';
import { noteReceipt } from '../../../src/messaging/message/coupon-receipt.ts';
import { newId } from '../../../src/vocabulary/ids.ts';
import { useAppWithDatabaseOfItsOwn } from '../../support/app.ts';
import type { Owner } from '../../support/client.ts';
import { runJobs } from '../../support/jobs.ts';
import { makeCoupon, makeDelivery, makeIntegration, makeSession } from '../../support/make.ts';
import { connectServices, makeContacts, makeGroup } from '../../support/make-contacts.ts';
import { makeDirectory, makeDirectoryUser, makePlacement } from '../../support/make-directories.ts';
import { makeCard, makeReward, makeUsers } from '../../support/make-loyalty.ts';
import { change, send } from '../../support/make-messages.ts';
import { connectApple } from '../../support/make-passes.ts';
import { makeSavedPasses } from '../../support/make-wallets.ts';

const app = useAppWithDatabaseOfItsOwn();

test('the kinds of jobs keep their names, which are stored in installed databases', () => {
  expect(definedJobs.map(({ kind }) => kind).toSorted()).toEqual([
    'advanceTestClock',
    'createSessionsStep',
    'erasePersonalDataStep',
    'expirePaidAccess',
    'exportPersonalDataStep',
    'freeReceiptsOfCancelled',
    'markAccountStep',
    'printSheetStep',
    'purgeContactGroup',
    'purgeCoupon',
    'purgeDirectory',
    'purgeEndpoint',
    'purgeLoyaltyCard',
    'recoverEndpointStep',
    'removeAccount',
    'retryMessagesStep',
    'sendPushStep',
    'sendToGroupStep',
  ]);
});

/** A stored job: the texts of `input` and `progress`, and its result. */
interface Queued {
  input: string;
  progress?: string;
  status?: 'QUEUED';
  /** The rows to count, and their number after the job. */
  count: string;
  of: string;
  left: number;
}

const queued: Record<string, (owner: Owner) => Promise<Queued>> = {
  createSessionsStep: async (owner) => {
    const { id } = await makeCoupon(app.database, owner);
    const first = await reserve(app.database, 'session', 3);
    return {
      input: `{"coupon":"${id}","keyId":"${owner.keyId}","first":${first},"amount":3,"createdAt":"${now()}","status":"NORMAL","codes":null}`,
      progress: `{"requested":3,"created":0,"collisions":0,"firstSequence":${first},"lastSequence":${first + 2}}`,
      count: 'coupon_sessions WHERE coupon_id = ?',
      of: id,
      left: 3,
    };
  },
  expirePaidAccess: async (owner) => {
    const until = daysAgo(1);
    const { id } = await makeDirectoryUser(app.database, owner, { paidAccessUntil: until });
    const count = 'directory_users WHERE id = ? AND access_expired_at IS NOT NULL';
    return { input: `{"user":"${id}","until":"${until}"}`, count, of: id, left: 1 };
  },
  freeReceiptsOfCancelled: async (owner) => {
    const { id: couponId } = await makeCoupon(app.database, owner);
    const [jobId, address] = [newId('job'), 'ada@example.com'];
    const integration = await makeIntegration(app.database, owner);
    const [messageId = ''] = await send(app.database, integration, [address], { jobId, campaignId: couponId });
    await change(app.database, messageId, { status: 'CANCELLED', dueAt: null });
    await app.database.transaction((transaction) => noteReceipt(transaction, { couponId, address, messageId }));
    return { input: `{"job":"${jobId}"}`, count: 'coupon_receipts WHERE coupon_id = ?', of: couponId, left: 0 };
  },
  purgeContactGroup: async (owner) => {
    const group = await makeGroup(app.database, owner);
    await makeContacts(app.database, group, 3);
    await markDeleted('contact_groups', group.id);
    return { input: `{"group":"${group.id}"}`, count: 'contact_groups WHERE id = ?', of: group.id, left: 0 };
  },
  printSheetStep: async (owner) => {
    const { couponId } = await makeSession(app.database, owner);
    return {
      input: `{"coupon":"${couponId}","layout":"A6","amount":1,"first":null,"last":null,"state":null,"barcode":"QRCODE","text":"","language":"EN","shows":{"price":true,"expiry":true,"code":true},"publicUrl":"${app.url}"}`,
      progress: '{"requested":1,"created":0,"pages":0,"after":null,"rest":[],"isComplete":false}',
      count: 'print_parts WHERE account_id = ?',
      of: owner.account.id,
      left: 1,
    };
  },
  purgeCoupon: async (owner) => {
    const coupon = await makeCoupon(app.database, owner, { tags: ['a'] });
    await makeSession(app.database, owner, { coupon, email: 'ada@example.com', autoValCode: 'DIGITS_6' });
    await makePlacement(app.database, owner, await makeDirectory(app.database, owner), { coupon });
    await markDeleted('coupons', coupon.id);
    return { input: `{"coupon":"${coupon.id}"}`, count: 'coupons WHERE id = ?', of: coupon.id, left: 0 };
  },
  purgeDirectory: async (owner) => {
    const directory = await makeDirectory(app.database, owner);
    await makeDirectoryUser(app.database, owner, { directory });
    await makePlacement(app.database, owner, directory);
    await markDeleted('directories', directory.id);
    return { input: `{"directory":"${directory.id}"}`, count: 'directories WHERE id = ?', of: directory.id, left: 0 };
  },
  purgeEndpoint: async (owner) => {
    const { id } = (await makeDelivery(app.database, owner)).endpoint;
    await markDeleted('webhook_endpoints', id);
    return { input: `{"endpoint":"${id}"}`, count: 'webhook_endpoints WHERE id = ?', of: id, left: 0 };
  },
  purgeLoyaltyCard: async (owner) => {
    const card = await makeCard(app.database, owner);
    await makeReward(app.database, card);
    await makeUsers(app.database, owner, card, [{ firstName: 'Ada' }]);
    await markDeleted('loyalty_cards', card.id);
    return { input: `{"card":"${card.id}"}`, count: 'loyalty_cards WHERE id = ?', of: card.id, left: 0 };
  },
  recoverEndpointStep: async (owner) => {
    const { id } = (await makeDelivery(app.database, owner)).endpoint;
    return {
      input: `{"endpoint":"${id}","since":"${daysAgo(1)}","until":null}`,
      progress: '{"created":0}',
      count: `webhook_deliveries WHERE endpoint_id = ? AND status = 'PENDING'`,
      of: id,
      left: 1,
    };
  },
  sendPushStep: async (owner) => {
    await connectApple(app.database, owner);
    const { id } = await makeCoupon(app.database, owner);
    await makeSavedPasses(app.database, owner, id, { devices: 2 });
    const push = newId('walletPush');
    return {
      input: `{"push":"${push}","account":"${owner.account.id}","campaign":"${id}","members":null,"platforms":["APPLE"],"until":"2100-01-01 00:00:00.000"}`,
      progress: '{"requested":1,"created":0,"wallets":0,"after":null,"complete":false}',
      // The job ends when its devices are told, and this test tells none.
      status: 'QUEUED',
      count: 'wallet_notifications WHERE push_id = ?',
      of: push,
      left: 2,
    };
  },
  retryMessagesStep: async (owner) => {
    const jobId = newId('job');
    const integration = await makeIntegration(app.database, owner);
    const [id = ''] = await send(app.database, integration, ['ada@example.com'], { jobId });
    await change(app.database, id, { status: 'FAILED', dueAt: null });
    return {
      input: `{"job":"${jobId}","statuses":["FAILED"]}`,
      progress: '{"requested":1,"created":0,"statuses":0,"after":null}',
      count: `messages WHERE status = 'QUEUED' AND job_id = ?`,
      of: jobId,
      left: 1,
    };
  },
  sendToGroupStep: async (owner) => {
    await connectServices(app.database, owner);
    const group = await makeGroup(app.database, owner);
    await makeContacts(app.database, group, 2);
    const { id } = await makeCoupon(app.database, owner);
    const content = { sender: null, subject: 'Bread', body: '[URL]', format: 'TEXT', buttonText: null } as const;
    const contentId = await app.database.transaction((transaction) =>
      addContent(transaction, owner.account.id, content),
    );
    return {
      input: `{"group":"${group.id}","channel":"EMAIL","coupon":"${id}","contentId":"${contentId}","keyId":"${owner.keyId}","publicUrl":"${app.url}","last":2}`,
      progress: '{"requested":2,"created":0,"after":0,"complete":false}',
      // The job ends when its messages have gone out, and this test sends none.
      status: 'QUEUED',
      count: 'messages WHERE campaign_id = ?',
      of: id,
      left: 2,
    };
  },
};

test.each(Object.entries(queued))('a stored job runs: %s', async (kind, queue) => {
  const { owner } = await app.client();
  const { input, progress = null, status = 'DONE', count, of, left } = await queue(owner);
  const id = newId('job');
  await app.database.transaction((transaction) =>
    transaction.change(
      `INSERT INTO jobs (id, account_id, lane, kind, input, progress, status, attempts, created_at, due_at)
       VALUES (?, ?, ?, ?, ?, ?, 'QUEUED', 0, ?, ?)`,
      [id, owner.account.id, owner.account.id, kind, input, progress, now(), now()],
    ),
  );

  await runJobs(app.database);

  expect(await requireRow(app.database, jobs, { id })).toMatchObject({ status, error: null });
  expect(await app.database.rows(`SELECT 1 FROM ${count}`, [of])).toHaveLength(left);
});

async function markDeleted(table: string, id: string): Promise<void> {
  await app.database.transaction((transaction) =>
    transaction.change(`UPDATE ${table} SET deleted_at = ? WHERE id = ?`, [now(), id]),
  );
}
