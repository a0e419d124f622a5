import { randomBytes } from 'node:crypto';
import smpp from 'smpp';
import { partsOf } from '../sms-segments.ts';

const international = { ton: 1, npi: 1 };
const alphanumeric = { ton: 5, npi: 0 };
const networkSpecific = { ton: 3, npi: 0 };
const unknown = { ton: 0, npi: 0 };

const hasHeader = 0x40;
const codings = { gsm: 0, ucs2: 8 };
/** Values of `registered_delivery`: a report for each outcome of a part, or for failures only. */
const [anyReport, failureReport] = [1, 2];

/** Returns the fields of a `submit_sm` for each part of a text. Only the last part requests a report of its delivery. */
export function submissionsOf(from: string | null, to: string, text: string): object[] {
  const { encoding, parts } = partsOf(text);
  const reference = randomBytes(1)[0] ?? 0;
  const source = sourceOf(from);
  return parts.map((part, index) => {
    const content = encoded(part, encoding);
    const header = Buffer.from([5, 0, 3, reference, parts.length, index + 1]);
    return {
      source_addr_ton: source.ton,
      source_addr_npi: source.npi,
      source_addr: source.address,
      dest_addr_ton: international.ton,
      dest_addr_npi: international.npi,
      destination_addr: to.replace(/^\+/, ''),
      esm_class: parts.length > 1 ? hasHeader : 0,
      data_coding: codings[encoding],
      registered_delivery: index === parts.length - 1 ? anyReport : failureReport,
      short_message: parts.length > 1 ? Buffer.concat([header, content]) : content,
    };
  });
}

function encoded(part: string, encoding: 'gsm' | 'ucs2'): Buffer {
  return encoding === 'gsm' ? smpp.gsmCoder.encode(part, 0) : Buffer.from(part, 'utf16le').swap16();
}

function sourceOf(from: string | null): { ton: number; npi: number; address: string } {
  if (from === null) return { ...unknown, address: '' };
  if (from.startsWith('+')) return { ...international, address: from.slice(1) };
  return { ...(/^\d+$/.test(from) ? networkSpecific : alphanumeric), address: from };
}
