import type { Account } from '../../accounts/account/account.ts';
import type { Connection, Database, Transaction } from '../../kernel/database/database.ts';
import { holdJob, type Job, saveProgress } from '../../kernel/jobs/job.ts';
import { defineJob } from '../../kernel/jobs/job-definition.ts';
import { enqueue } from '../../kernel/jobs/job-queue.ts';
import { notifyOfCampaign } from '../notification/pass-notifications.ts';
import { markCampaigns } from '../pass/wallet-campaign.ts';

const campaignsAtOnce = 50;

interface Renaming {
  account: string;
}

interface Progress {
  after: string;
}

/** Marks the passes of a renamed account. They show its name, and no event records a new name. */
export async function markPassesOf(transaction: Transaction, { id }: Pick<Account, 'id'>): Promise<void> {
  const progress: Progress = { after: '' };
  await enqueue(transaction, markAccountJob, { account: id }, { progress });
}

export const markAccountJob = defineJob('markAccountStep', { step: markNext });

async function markNext(database: Database, { account }: Renaming, job: Job): Promise<boolean> {
  const { after } = JSON.parse(job.progress ?? '') as Progress;
  const ids = await nextCampaigns(database, account, after);
  await database.transaction(async (transaction) => {
    if (!(await holdJob(transaction, job))) return;
    const campaigns = ids.map((campaignId) => ({ campaignId, accountId: account }));
    await markCampaigns(transaction, campaigns);
    for (const campaign of campaigns) await notifyOfCampaign(transaction, campaign);
    await saveProgress(transaction, job, { after: ids.at(-1) ?? after } satisfies Progress);
  });
  return ids.length < campaignsAtOnce;
}

async function nextCampaigns(connection: Connection, account: string, after: string): Promise<string[]> {
  const of = (table: string) => `SELECT t.id AS id FROM ${table} t WHERE t.account_id = :account AND t.id > :after`;
  const found = await connection.rows<{ id: string }>(
    `SELECT c.id AS id FROM (${of('coupons')} UNION ALL ${of('loyalty_cards')}) c
       WHERE EXISTS (SELECT 1 FROM wallet_passes w WHERE w.campaign_id = c.id) ORDER BY c.id LIMIT ${campaignsAtOnce}`,
    { account, after },
  );
  return found.map(({ id }) => id);
}
