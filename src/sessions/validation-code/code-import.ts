import type { Readable } from 'node:stream';
import { CsvError } from 'csv-parse';
import { transactFor } from '../../accounts/account/account-root.ts';
import { couponRow } from '../../coupons/coupon/coupon.ts';
import type { Database, Transaction } from '../../kernel/database/database.ts';
import { lockRow, requireRow } from '../../kernel/database/rows.ts';
import { reserve } from '../../kernel/database/sequence.ts';
import { type CsvForm, type CsvRow, csvParts, tableSeparators } from '../../kernel/values/csv.ts';
import { type CodeColumn, readCodeColumn, readCodeRow, requireCodesAlike, requireWholeCodes } from './code-column.ts';
import { addToPool, checkCodes, type NumberedCode, type SkippedRow } from './code-pool.ts';

/** The last entry of an import report. */
export interface ImportSummary {
  imported: number;
  skipped: number;
  /** Why the import stopped before the end of the text. */
  error?: string;
}

/** Small enough that a part, with its report, holds the event loop for a few milliseconds only. */
const chunk = 2000;
/** The number of rows with which those of the next part are compared: the last part may have one row only, such as a sum. */
const compared = 100;
const form: CsvForm = { separators: tableSeparators };

/**
 * Adds the codes of a text to the pool of a coupon: one code per line, or a column of CSV that the first line names. The
 * codes commit in parts of 2,000. Yields every skipped row after its part has committed, so that the report stays true
 * when a later part fails, and a summary at the end. If it is doubtful which column has the codes, stores nothing.
 */
export async function* importCodes(
  database: Database,
  accountId: string,
  couponId: string,
  text: Readable,
): AsyncGenerator<SkippedRow | ImportSummary> {
  await requireRow(database, couponRow, { accountId, id: couponId });
  const summary: ImportSummary = { imported: 0, skipped: 0 };
  let column: CodeColumn | null = null;
  let latest: CsvRow[] = [];
  try {
    for await (const rows of csvParts(text, chunk, form)) {
      column ??= readCodeColumn(rows);
      const { headerLine } = column;
      requireWholeCodes(rows, column);
      requireCodesAlike(rows, column, latest);
      latest = rows.slice(-compared);
      const below = rows.filter(({ line }) => headerLine === null || line > headerLine);
      const skipped = await importPart(database, accountId, couponId, below.map(readCodeRow(column)));
      summary.imported += below.length - skipped.length;
      summary.skipped += skipped.length;
      yield* skipped;
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    summary.error = error.message;
  }
  yield summary;
}

async function importPart(
  database: Database,
  accountId: string,
  couponId: string,
  part: readonly (NumberedCode | SkippedRow)[],
): Promise<SkippedRow[]> {
  const unread = part.filter((row) => 'reason' in row);
  const { good, skipped: refused } = checkCodes(part.filter((row) => !('reason' in row)));
  const skipped = [...unread, ...refused].sort(byLine);
  if (good.length === 0) return skipped;
  const first = await reserve(database, 'code', good.length);
  const add = async (transaction: Transaction) => {
    await lockRow(transaction, couponRow, { accountId, id: couponId });
    return addToPool(transaction, couponId, good, first);
  };
  const known = await transactFor(database, accountId, add, { bulk: true });
  return [...skipped, ...known].sort(byLine);
}

const byLine = (one: SkippedRow, other: SkippedRow) => one.line - other.line;
