import type { Connection } from '../../kernel/database/database.ts';
import { keyset, type Page } from '../../kernel/database/paging.ts';
import { type Job, jobColumns } from '../../kernel/jobs/job.ts';
import { sendToGroupJob } from './group-sending-job.ts';

const inputFilters = { channel: 'channel', campaign: 'coupon', group: 'group' } as const;

type Filter = Partial<Record<'status' | keyof typeof inputFilters, string | null | undefined>>;

/** Returns a page of the jobs that send to groups, newest first, and one more. */
export function findSendings(
  connection: Connection,
  accountId: string,
  { status, ...filter }: Filter,
  page: Page,
): Promise<Job[]> {
  const { condition, ending, values } = keyset(page, 'j.created_at', 'j.id');
  // The filters are ids and names that contain neither quotes nor wildcards other than the `_` of every id.
  const parts = Object.entries(inputFilters).flatMap(([field, property]) => {
    const value = filter[field as keyof typeof inputFilters];
    return value ? [`%"${property}":"${value}"%`] : [];
  });
  return connection.rows<Job>(
    `SELECT ${jobColumns} FROM jobs j ${connection.dialect.useIndex('jobs_account')}
     WHERE j.account_id = ? AND j.kind = ? ${status ? 'AND j.status = ?' : ''}
       ${parts.map(() => 'AND j.input LIKE ?').join(' ')} ${condition} ${ending}`,
    [accountId, sendToGroupJob.kind, ...(status ? [status] : []), ...parts, ...values],
  );
}
