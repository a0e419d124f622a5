import { lineBreak, tableSeparators, withoutMark } from '../../kernel/values/csv.ts';
import { isLocalDate } from '../../kernel/values/local-time.ts';
import type { MessageChannel } from '../../messaging/platform/channel.ts';
import { contactFields } from './contact.fields.ts';
import type { ContactData } from './contact.ts';
import { readAddress } from './contact-address.ts';
import type { NewContact } from './contact-store.ts';

/** A row that was skipped. */
export interface SkippedContact {
  line: number;
  reason: 'NO_ADDRESS' | 'INVALID_ADDRESS' | 'INVALID_CHARACTER' | 'LINE_BREAK' | 'TOO_LONG' | 'INVALID_DATE';
  /** The name of the column. `value` contains the first 100 characters of the cell. */
  column: string;
  value: string;
}

type Target = keyof ContactData | 'address';

/** The columns of a file: their names from its first line, and the contact fields that they contain. */
export interface ContactColumns {
  channel: MessageChannel;
  targets: readonly (Target | null)[];
  names: readonly string[];
}

/** Names are compared without case and punctuation: `First name`, `first_name` and `firstName` are equal. */
const known: Record<string, keyof ContactData> = {
  firstname: 'firstName',
  lastname: 'lastName',
  birthday: 'birthday',
};

const addressNames: Record<MessageChannel, readonly string[]> = {
  EMAIL: ['email', 'emailaddress'],
  SMS: ['phone', 'phonenumber', 'mobile'],
};

/** Reads the first line of a file. Returns null when no column contains the address. Ignores unknown columns. */
export function readHeader(channel: MessageChannel, names: readonly string[]): ContactColumns | null {
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

/** Characters of a file that was damaged before: the replacement character, and NUL. */
const unreadable = /[\0\uFFFD]/;

/** Fields that have one line. A line break in them comes from a quote that does not end, which swallows rows. */
const singleLine: readonly Target[] = ['address', 'firstName', 'lastName', 'birthday'];

/** Returns the contact of a row, or the reason why the row is skipped. Empty cells keep the stored values. */
export function readContactRow(
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
    else contact[target] = value;
  }
  return contact.address === '' ? skipped(line, 'NO_ADDRESS', names[targets.indexOf('address')], '') : contact;
}

function cellOf(cell: string): string {
  const value = withoutMark(cell);
  return value === cell ? cell.trim() : value;
}

/** Returns whether a further line of a cell has an address of its own: a quote that does not end has swallowed a row. */
export function holdsRow(channel: MessageChannel, value: string): boolean {
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
