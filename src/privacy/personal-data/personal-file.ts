import { isOver } from '../../exports/job-file.ts';
import type { Database } from '../../kernel/database/database.ts';
import { findRow } from '../../kernel/database/rows.ts';
import { jobRow } from '../../kernel/jobs/job.ts';
import { Problem } from '../../kernel/problem.ts';
import { partsOf } from './exported-part.ts';
import { hasExport } from './person-work.ts';

export async function personalFile(
  database: Database,
  { accountId, subject }: { accountId: string; subject: string },
): Promise<AsyncGenerator<string>> {
  const job = await findRow(database, jobRow, { accountId, id: subject });
  if (!job || !hasExport(job) || isOver(job)) throw new Problem('EXPORT_NOT_FOUND');
  const parts = partsOf(database, job.id);
  const { value: first, done } = await parts.next();
  // An export without records has no parts. The same is true if an erasure has removed it.
  if (done && job.progress && JSON.parse(job.progress).parts > 0) throw new Problem('EXPORT_NOT_FOUND');
  const { createdAt } = job;
  return (async function* () {
    yield `{\n"account": ${JSON.stringify(accountId)},\n"exportedAt": ${JSON.stringify(createdAt)}`;
    let noun = '';
    for (let part = first; part; part = (await parts.next()).value) {
      yield part.noun === noun ? ',\n' : `${noun ? '\n]' : ''},\n${JSON.stringify(part.noun)}: [\n`;
      noun = part.noun;
      yield part.content;
    }
    yield `${noun ? '\n]' : ''}\n}\n`;
  })();
}
