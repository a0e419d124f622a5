import { LessThan } from 'typeorm';
import { column, type Stored, table } from '../../kernel/database/columns.ts';
import type { Connection, Database, Transaction } from '../../kernel/database/database.ts';
import { deleteRows, findRow, insertRow, rowOf } from '../../kernel/database/rows.ts';
import type { Job, JobProgress } from '../../kernel/jobs/job.ts';
import { jobKind } from '../../kernel/jobs/job-definition.ts';
import { Problem } from '../../kernel/problem.ts';
import { daysAgo, inRealTime } from '../../kernel/values/instant.ts';
import type { BarcodeType } from '../../sessions/barcode/barcode-symbol.ts';
import type { StateFilter } from '../../sessions/search/session-list.ts';
import type { Language } from '../../words/languages.ts';
import { countFiles, fileKeptDays, isOver } from '../job-file.ts';
import type { DrawnPages } from './sheet-drawing.ts';
import type { SheetLayoutName } from './sheet-layout.ts';

export type PrintLanguage = Uppercase<Language>;

type PrintPart = Stored<typeof printParts>;

export const printParts = table({
  name: 'PrintPart',
  tableName: 'print_parts',
  columns: {
    jobId: column.key(column.text(20)),
    /** The number of the first page of the part, counted from 0. */
    page: column.key(column.integer),
    accountId: column.text(20),
    offsets: column.longText,
    characters: column.longText,
    bytes: column.longText,
    /** The time of the request, in real time. All parts expire together. */
    createdAt: column.instant,
  },
  indices: [{ name: 'print_parts_created', columns: ['createdAt'] }],
});

export interface PrintSheet {
  coupon: string;
  layout: SheetLayoutName;
  amount: number;
  first: number | null;
  last: number | null;
  state: StateFilter | null;
  /** The symbology of the codes. Null for QR codes with the addresses of the sessions. */
  barcode: BarcodeType | null;
  text: string;
  language: PrintLanguage;
  shows: { price: boolean; expiry: boolean; code: boolean };
  publicUrl: string;
}

export interface SheetProgress extends Pick<JobProgress, 'requested' | 'created'> {
  pages: number;
  after: number | null;
  /** The sessions that wait until they fill a page. */
  rest: number[];
  isComplete: boolean;
}

export function begunSheet({ amount }: PrintSheet): SheetProgress {
  return { requested: amount, created: 0, pages: 0, after: null, rest: [], isComplete: false };
}

export const printSheetKind = jobKind<PrintSheet>('printSheetStep');

/** The maximum number of sheets of an account. A sheet can take 15 MB. */
const maxSheets = 20;

export function hasSheet(job: Job): boolean {
  if (job.kind !== printSheetKind.kind || job.status !== 'DONE' || isOver(job)) return false;
  return (JSON.parse(job.progress ?? '{}') as SheetProgress).pages > 0;
}

/** Throws `TOO_MANY_PRINT_SHEETS` at the limit. The caller must have locked the row of the account. */
export async function requireRoomForSheet(transaction: Transaction, accountId: string): Promise<void> {
  if ((await countFiles(transaction, accountId, printSheetKind.kind)) >= maxSheets)
    throw new Problem('TOO_MANY_PRINT_SHEETS');
}

export async function addPart(transaction: Transaction, job: Job, page: number, drawn: DrawnPages): Promise<void> {
  const part: PrintPart = {
    jobId: job.id,
    page,
    accountId: job.accountId ?? '',
    offsets: JSON.stringify(drawn.offsets),
    characters: drawn.characters,
    bytes: Buffer.from(drawn.bytes).toString('base64'),
    createdAt: inRealTime(job.createdAt),
  };
  await insertRow(transaction, printParts, part);
}

const partRow = rowOf(printParts, { missing: 'EXPORT_NOT_FOUND' });

export async function* partsOf(connection: Connection, jobId: string, pages: number): AsyncGenerator<PrintPart> {
  for (let page = 0; page < pages; ) {
    const part = await findRow(connection, partRow, { jobId, page });
    if (!part) throw new Problem('EXPORT_NOT_FOUND');
    yield part;
    page += JSON.parse(part.offsets).length / 2;
  }
}

export async function dropParts(transaction: Transaction, { id }: Job): Promise<void> {
  await deleteRows(transaction, printParts, { jobId: id });
}

const chunk = 50;

export function pruneSheets(database: Database): Promise<number> {
  return database.transaction((transaction) =>
    deleteRows(transaction, printParts, { createdAt: LessThan(daysAgo(fileKeptDays)) }, chunk),
  );
}

export async function removeSheets(database: Database, accountId: string): Promise<boolean> {
  const [found] = await database.rows<Pick<PrintPart, 'jobId'>>(
    'SELECT p.job_id AS jobId FROM jobs j JOIN print_parts p ON p.job_id = j.id WHERE j.account_id = ? LIMIT 1',
    [accountId],
  );
  if (!found) return true;
  await database.transaction((transaction) => deleteRows(transaction, printParts, { jobId: found.jobId }, chunk));
  return false;
}
