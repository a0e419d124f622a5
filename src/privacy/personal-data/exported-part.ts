import { LessThan } from 'typeorm';
import { fileKeptDays } from '../../exports/job-file.ts';
import { instant, integer, key, longText, type Stored, table, text } from '../../kernel/database/columns.ts';
import type { Connection, Database, Transaction } from '../../kernel/database/database.ts';
import { deleteRows, findRow, insertRow } from '../../kernel/database/rows.ts';
import type { Job } from '../../kernel/jobs/job.ts';
import { removeRows } from '../../kernel/jobs/removal.ts';
import { filterInSteps } from '../../kernel/values/event-loop.ts';
import { daysAgo, inRealTime } from '../../kernel/values/instant.ts';
import { foundAmong, personalNoun } from '../../personal-data/personal-noun.ts';
import { findReferring } from '../../personal-data/personal-token.ts';
import { mentions } from '../../personal-data/sought-person.ts';

export type ExportedPart = Stored<typeof personalParts>;

export const personalParts = table({
  name: 'PersonalPart',
  tableName: 'personal_parts',
  columns: {
    jobId: key(text(20)),
    /** The number of the part in the file, counted from 0. */
    number: key(integer),
    accountId: text(20),
    noun: text(30),
    content: longText,
    /** The time of the request, in real time. All parts expire together. */
    createdAt: instant,
  },
  indices: [
    { name: 'personal_parts_account', columns: ['accountId', 'jobId', 'number'] },
    { name: 'personal_parts_created', columns: ['createdAt'] },
  ],
});

const charactersOfPart = 250_000;

export async function addParts(
  transaction: Transaction,
  { id: jobId, accountId, createdAt }: Job,
  first: number,
  { noun, records }: { noun: string; records: readonly object[] },
): Promise<{ parts: number; characters: number }> {
  const contents = contentsOf(records);
  for (const [index, content] of contents.entries()) {
    const part: ExportedPart = {
      jobId,
      number: first + index,
      accountId: accountId ?? '',
      noun,
      content,
      createdAt: inRealTime(createdAt),
    };
    await insertRow(transaction, personalParts, part);
  }
  return { parts: contents.length, characters: contents.reduce((sum, { length }) => sum + length, 0) };
}

function contentsOf(records: readonly object[]): string[] {
  const contents: string[] = [];
  for (const record of records) {
    const text = JSON.stringify(record);
    const last = contents.at(-1);
    if (last === undefined || last.length > charactersOfPart) contents.push(text);
    else contents[contents.length - 1] = `${last},\n${text}`;
  }
  return contents;
}

export async function* partsOf(connection: Connection, jobId: string): AsyncGenerator<ExportedPart> {
  for (let number = 0; ; number += 1) {
    const part = await findRow(connection, personalParts, { jobId, number });
    if (!part) return;
    yield part;
  }
}

export async function dropParts(transaction: Transaction, { id }: Pick<Job, 'id'>): Promise<void> {
  await deleteRows(transaction, personalParts, { jobId: id });
}

const partsAtOnce = 10;

/** The exports that contain data of the person. An erasure removes them and their files. */
export const personalExports = personalNoun<ExportedPart>({
  name: 'exports',
  next: async (connection, person, after) => {
    const [jobId = '', number = '0'] = after?.split(' ') ?? [];
    const examined = await connection.rows<ExportedPart>(
      `SELECT p.job_id AS jobId, p.number AS number, p.noun AS noun, p.content AS content FROM personal_parts p
       WHERE p.account_id = ? AND (p.job_id > ? OR (p.job_id = ? AND p.number > ?)) AND p.job_id <> ?
       ORDER BY p.job_id, p.number LIMIT ${partsAtOnce}`,
      [person.accountId, jobId, jobId, Number(number), person.jobId],
    );
    const referring = await findReferring(
      connection,
      person,
      examined.map(({ content }) => content),
    );
    const found = await filterInSteps(examined, ({ content }, index) => referring[index] || mentions(person, content));
    return foundAmong(examined, (part) => `${part.jobId} ${part.number}`, found, partsAtOnce);
  },
  // An export contains no other exports.
  exported: () => [],
  erase: async (transaction, _person, parts) => {
    const jobIds = [...new Set(parts.map(({ jobId }) => jobId))];
    await deleteRows(transaction, personalParts, { jobId: jobIds });
  },
});

export const removePersonalExports = removeRows('personal_parts', 'account_id', 20);

const chunk = 50;

export function pruneExports(database: Database): Promise<number> {
  return database.transaction((transaction) =>
    deleteRows(transaction, personalParts, { createdAt: LessThan(daysAgo(fileKeptDays)) }, chunk),
  );
}
