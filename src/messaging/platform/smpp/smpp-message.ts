import { randomBytes } from 'node:crypto';
import type { PDU } from 'smpp';
import smpp from 'smpp';
import type { NumberType } from '../platform.ts';
import { partsOf } from '../sms-segments.ts';

const international = { ton: 1, npi: 1 };
const alphanumeric = { ton: 5, npi: 0 };
const networkSpecific = { ton: 3, npi: 0 };
const unknown = { ton: 0, npi: 0 };

const hasHeader = 0x40;
const codings = { gsm: 0, ucs2: 8 };
/** Values of `registered_delivery`: report every outcome, or only failures. */
const [anyReport, failureReport] = [1, 2];

/**
 * Returns the fields of `submit_sm` for each part. The last part requests a report of every outcome, and the others
 * only of failures.
 */
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

type Incoming =
  | { kind: 'report'; messageId: string; state: 'DELIVERED' | 'FAILED'; reason: string | null }
  | { kind: 'text'; from: string; text: string; type: NumberType | undefined };

/** The bits of `esm_class` that contain the message type. */
const typeBits = 0x3c;
const reportType = 0x04;

/** The types of numbers, in the order of the protocol. 0 means unknown. */
const numberTypes: readonly (NumberType | undefined)[] = [
  ...([undefined, 'INTERNATIONAL', 'NATIONAL', 'OTHER', 'OTHER', 'OTHER', 'OTHER'] as const),
];

const byNumber: Record<number, 'DELIVERED' | 'FAILED'> = {
  2: 'DELIVERED',
  3: 'FAILED',
  4: 'FAILED',
  5: 'FAILED',
  8: 'FAILED',
};
const byName: Record<string, 'DELIVERED' | 'FAILED'> = {
  DELIVRD: 'DELIVERED',
  EXPIRED: 'FAILED',
  DELETED: 'FAILED',
  UNDELIV: 'FAILED',
  REJECTD: 'FAILED',
};
const numberNames: Record<number, string> = { 3: 'EXPIRED', 4: 'DELETED', 5: 'UNDELIV', 8: 'REJECTD' };

/** Reads a `deliver_sm` or `data_sm`. Returns null if it is neither a report nor a text. */
export function incomingOf(pdu: PDU): Incoming | null {
  const text = textOf(pdu);
  const type = (pdu.esm_class ?? 0) & typeBits;
  if (type === reportType || pdu.receipted_message_id !== undefined) return reportOf(pdu, text);
  if (type !== 0 || !pdu.source_addr) return null;
  return { kind: 'text', from: pdu.source_addr, text, type: numberTypes[pdu.source_addr_ton ?? 0] };
}

/** Reads the fields or, if there are none, the text in the format of appendix B of the protocol. */
function reportOf({ receipted_message_id: id, message_state: number }: PDU, text: string): Incoming | null {
  const messageId = (id ?? /\bid:([^ ]+)/i.exec(text)?.[1] ?? '').replaceAll('\0', '').trim();
  const name = /\bstat:(\w+)/i.exec(text)?.[1]?.toUpperCase();
  const state = number === undefined ? byName[name ?? ''] : byNumber[number];
  if (!messageId || !state) return null;
  if (state === 'DELIVERED') return { kind: 'report', messageId, state, reason: null };
  const code = /\berr:(\w{1,10})/i.exec(text)?.[1];
  const what = name ?? numberNames[number ?? 0] ?? 'failed';
  const reason = `The message center reports: ${what.slice(0, 20)}${code ? `, error ${code}` : ''}`;
  return { kind: 'report', messageId, state, reason };
}

function textOf({ short_message: short, message_payload: payload }: PDU): string {
  const text = short?.message.length ? short.message : payload;
  if (!text) return '';
  return String(typeof text === 'object' && 'message' in text ? text.message : text);
}
