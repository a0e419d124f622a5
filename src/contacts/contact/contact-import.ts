import type { Readable } from 'node:stream';
import { transactFor } from '../../accounts/account/account-root.ts';
import type { Database, Transaction } from '../../kernel/database/database.ts';
import {
  type CsvForm,
  type CsvRow,
  csvParts,
  lineBreak,
  tableSeparators,
  UnreadableTable,
  withoutMark,
} from '../../kernel/values/csv.ts';
import { yieldToEventLoop } from '../../kernel/values/event-loop.ts';
import { isLocalDate } from '../../kernel/values/local-time.ts';
import { plainLine } from '../../kernel/values/plain-line.ts';
import type { MessageChannel } from '../../messaging/platform/channel.ts';
import { requireGroup } from '../group/contact-group.ts';
import { contactFields } from './contact.fields.ts';
import type { ContactData } from './contact.ts';
import { readAddress } from './contact-address.ts';
import { type NewContact, storeContacts } from './contact-store.ts';

export interface ContactsSummary {
  added: number;
  updated: number;
  skipped: number;
  /** The reason why the import stopped before the end of the text. */
  error?: UnreadableTable;
}

/** Rows per transaction. Other changes to the group wait while it runs. */
const chunk = 2000;
const maxReported = 10_000;
const form: CsvForm = { header: true, separators: tableSeparators };

/**
 * Imports contacts. The first line names the columns. Each chunk commits separately: all changes in the report are
 * kept, even if a later chunk fails.
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
  let isEmpty = true;
  try {
    for await (const rows of csvParts(text, chunk, form)) {
      isEmpty = false;
      columns ??= readFirstLine(channel, rows.shift()?.cells ?? []);
      if (!columns) break;
      const { contacts, skipped } = await readPart(columns, rows);
      const { added } = await storePart(database, name, [...contacts.values()]);
      summary.added += added;
      summary.updated += rows.length - skipped.length - added;
      yield* skipped.slice(0, Math.max(0, maxReported - summary.skipped));
      summary.skipped += skipped.length;
    }
    if (!columns) {
      const start = isEmpty ? 'The file is empty, and so' : 'The first line';
      const message = `${start} has no column named ${channel === 'EMAIL' ? 'email' : 'phone'}.`;
      summary.error = new UnreadableTable(isEmpty ? 'EMPTY' : 'NO_COLUMN', 1, message);
    }
  } catch (error) {
    if (!(error instanceof UnreadableTable)) throw error;
    summary.error = error;
  }
  yield summary;
}

function readFirstLine(channel: MessageChannel, cells: readonly string[]): ContactColumns | null {
  if (cells.some((cell) => holdsRow(channel, cell)))
    throw new UnreadableTable('OPEN_QUOTE', 1, 'A quote in line 1 does not end.');
  return readHeader(channel, cells);
}

/** Reads a part of the rows. If an address occurs again, its later values replace the earlier ones. */
async function readPart(columns: ContactColumns, rows: readonly CsvRow[]) {
  const contacts = new Map<string, NewContact>();
  const skipped: SkippedContact[] = [];
  for (const row of rows) {
    const pause = yieldToEventLoop();
    if (pause) await pause;
    const read = readContactRow(columns, row);
    if ('reason' in read) skipped.push(read);
    else contacts.set(read.addressKey, { ...contacts.get(read.addressKey), ...read });
  }
  return { contacts, skipped };
}

async function storePart(database: Database, name: { accountId: string; id: string }, contacts: readonly NewContact[]) {
  if (contacts.length === 0) return { added: 0 };
  const store = async (transaction: Transaction) => {
    const group = await requireGroup(transaction, name, 'exclusive');
    return storeContacts(transaction, group, contacts);
  };
  return transactFor(database, name.accountId, store, { bulk: true });
}

export interface SkippedContact {
  line: number;
  reason: 'NO_ADDRESS' | 'INVALID_ADDRESS' | 'INVALID_CHARACTER' | 'LINE_BREAK' | 'TOO_LONG' | 'INVALID_DATE';
  /** The column of the cell. `value` is the first 100 characters of the cell. */
  column: string;
  value: string;
}

type Target = keyof ContactData | 'address';

/** The names of the columns in the first line, and the contact fields that they fill. */
interface ContactColumns {
  channel: MessageChannel;
  targets: readonly (Target | null)[];
  names: readonly string[];
}

/**
 * The names of columns, compared without case and punctuation: `First name`, `first_name` and `firstName` are equal.
 */
const known: Record<string, keyof ContactData> = {
  firstname: 'firstName',
  lastname: 'lastName',
  birthday: 'birthday',
};

const addressNames: Record<MessageChannel, readonly string[]> = {
  EMAIL: ['email', 'emailaddress'],
  SMS: ['phone', 'phonenumber', 'mobile'],
};

/** Reads the header. Returns null if no column contains the address. Ignores unknown columns. */
function readHeader(channel: MessageChannel, names: readonly string[]): ContactColumns | null {
  const customs = channel === 'EMAIL' ? 10 : 7;
  const targets = names.map((name): Target | null => {
    const plain = name.toLowerCase().replace(/[^a-z0-9]/g, '');
    if (addressNames[channel].includes(plain)) return 'address';
    const [, custom] = /^custom(?:field)?(\d{1,2})$/.exec(plain) ?? [];
    if (custom && Number(custom) >= 1 && Number(custom) <= customs)
      return `custom${Number(custom)}` as keyof ContactData;
    return known[plain] ?? null;
  });
  return targets.includes('address') ? { channel, targets, names } : null;
}

/** Characters that show earlier damage: the replacement character, and NUL. */
const unreadable = /[\0\uFFFD]/;

/** In these fields, a line break means that an unclosed quotation mark has swallowed rows. */
const singleLine: readonly Target[] = ['address', 'firstName', 'lastName', 'birthday'];

/** Reads a row, or returns the reason to skip it. Empty cells keep the stored values. */
function readContactRow(
  { channel, targets, names }: ContactColumns,
  { line, cells }: { line: number; cells: readonly string[] },
): NewContact | SkippedContact {
  const contact: NewContact = { address: '', addressKey: '' };
  for (const [index, target] of targets.entries()) {
    const value = cellOf(cells[index] ?? '');
    const skip = (reason: SkippedContact['reason']) => skipped(line, reason, names[index], value);
    if (lineBreak.test(value) && ((target && singleLine.includes(target)) || holdsRow(channel, value)))
      return skip('LINE_BREAK');
    if (!target || value === '') continue;
    if (target === 'address') {
      const read = readAddress(channel, value);
      if (!read) return skip('INVALID_ADDRESS');
      Object.assign(contact, read);
    } else if (target === 'birthday' && !isLocalDate(value)) return skip('INVALID_DATE');
    else if (value.length > contactFields[target].length) return skip('TOO_LONG');
    else if (unreadable.test(value)) return skip('INVALID_CHARACTER');
    else contact[target] = 'isLine' in contactFields[target] ? plainLine(value) : value;
  }
  return contact.address === '' ? skipped(line, 'NO_ADDRESS', names[targets.indexOf('address')], '') : contact;
}

function cellOf(cell: string): string {
  const value = withoutMark(cell);
  return value === cell ? cell.trim() : value;
}

/**
 * Whether a further line of a cell has an address of its own. If so, an unclosed quotation mark has swallowed a row.
 */
function holdsRow(channel: MessageChannel, value: string): boolean {
  const cells = value
    .split(lineBreak)
    .slice(1)
    .flatMap((line) => line.split(cellEnd));
  return cells.some((cell) => readAddress(channel, cell.trim()) !== null);
}

const cellEnd = new RegExp(`[${tableSeparators.join('')}"]`);

function skipped(line: number, reason: SkippedContact['reason'], column = '', value = ''): SkippedContact {
  return { line, reason, column, value: value.slice(0, 100).toWellFormed() };
}
