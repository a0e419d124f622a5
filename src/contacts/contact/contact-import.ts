import type { Readable } from 'node:stream';
import { CsvError } from 'csv-parse';
import { transactFor } from '../../accounts/account/account-root.ts';
import type { Database, Transaction } from '../../kernel/database/database.ts';
import { type CsvForm, type CsvRow, csvParts, tableSeparators } from '../../kernel/values/csv.ts';
import { turnToContinue } from '../../kernel/values/event-loop.ts';
import type { MessageChannel } from '../../messaging/platform/channel.ts';
import { requireGroup } from '../group/contact-group.ts';
import { type ContactColumns, holdsRow, readContactRow, readHeader, type SkippedContact } from './contact-row.ts';
import { type NewContact, storeContacts } from './contact-store.ts';

/** The last entry in the report of a contact import. */
export interface ContactsSummary {
  added: number;
  updated: number;
  skipped: number;
  /** Why the import stopped before the end of the text. */
  error?: string;
}

/** The number of rows per transaction. Other changes of the group wait while a transaction stores them. */
const chunk = 2000;
const mostReported = 10_000;
const form: CsvForm = { header: true, separators: tableSeparators };

/**
 * Adds the contacts of a CSV text to a group, and updates those that the group already has. The first line names the
 * columns. Commits the rows in chunks. The report contains the first 10,000 skipped rows, then a summary. All changes
 * in the report are committed, even when a later chunk fails.
 */
export async function* importContacts(
  database: Database,
  accountId: string,
  groupId: string,
  text: Readable,
): AsyncGenerator<SkippedContact | ContactsSummary> {
  const name = { accountId, id: groupId };
  const { channel } = await requireGroup(database, name);
  const summary: ContactsSummary = { added: 0, updated: 0, skipped: 0 };
  let columns: ContactColumns | null = null;
  try {
    for await (const rows of csvParts(text, chunk, form)) {
      columns ??= readFirstLine(channel, rows.shift()?.cells ?? []);
      if (!columns) break;
      const { contacts, skipped } = await readPart(columns, rows);
      const { added } = await storePart(database, name, [...contacts.values()]);
      summary.added += added;
      summary.updated += rows.length - skipped.length - added;
      yield* skipped.slice(0, Math.max(0, mostReported - summary.skipped));
      summary.skipped += skipped.length;
    }
    if (!columns) summary.error = `The first line has no column named ${channel === 'EMAIL' ? 'email' : 'phone'}.`;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    summary.error = error.message;
  }
  yield summary;
}

function readFirstLine(channel: MessageChannel, cells: readonly string[]): ContactColumns | null {
  if (cells.some((cell) => holdsRow(channel, cell)))
    throw new CsvError('CSV_QUOTE_NOT_CLOSED', 'A quote in line 1 does not end.');
  return readHeader(channel, cells);
}

/** Merges rows with the same address: values of later rows replace those of earlier ones. */
async function readPart(columns: ContactColumns, rows: readonly CsvRow[]) {
  const contacts = new Map<string, NewContact>();
  const skipped: SkippedContact[] = [];
  for (const row of rows) {
    const turn = turnToContinue();
    if (turn) await turn;
    const read = readContactRow(columns, row);
    if ('reason' in read) skipped.push(read);
    else contacts.set(read.addressKey, { ...contacts.get(read.addressKey), ...read });
  }
  return { contacts, skipped };
}

async function storePart(
  database: Database,
  name: { accountId: string; id: string },
  contacts: readonly NewContact[],
): Promise<{ added: number }> {
  if (contacts.length === 0) return { added: 0 };
  const store = async (transaction: Transaction) => {
    const group = await requireGroup(transaction, name, 'exclusive');
    return storeContacts(transaction, group, contacts);
  };
  return transactFor(database, name.accountId, store, { bulk: true });
}
