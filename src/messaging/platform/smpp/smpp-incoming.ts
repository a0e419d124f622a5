import type { PDU } from 'smpp';
import type { NumberType } from '../platform.ts';

/** A delivery report for a part, or a text that a recipient wrote. */
export type Incoming =
  | { kind: 'report'; messageId: string; state: 'DELIVERED' | 'FAILED'; reason: string | null }
  | { kind: 'text'; from: string; text: string; type: NumberType | undefined };

/** The bits of the message type in `esm_class`. */
const typeBits = 0x3c;
const reportType = 0x04;

/** By the type of number of the protocol. 0 means unknown. */
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

/** Reads a `deliver_sm` or `data_sm`. Returns null if it is neither a delivery report nor a text. */
export function incomingOf(pdu: PDU): Incoming | null {
  const text = textOf(pdu);
  const type = (pdu.esm_class ?? 0) & typeBits;
  if (type === reportType || pdu.receipted_message_id !== undefined) return reportOf(pdu, text);
  if (type !== 0 || !pdu.source_addr) return null;
  return { kind: 'text', from: pdu.source_addr, text, type: numberTypes[pdu.source_addr_ton ?? 0] };
}

/** Reads a report from its fields, or from its text in the format of appendix B of the protocol. */
function reportOf({ receipted_message_id: id, message_state: number }: PDU, text: string): Incoming | null {
  const messageId = (id ?? /\bid:([^ ]+)/i.exec(text)?.[1] ?? '').replaceAll('\0', '').trim();
  const name = /\bstat:(\w+)/i.exec(text)?.[1]?.toUpperCase();
  const state = number === undefined ? byName[name ?? ''] : byNumber[number];
  if (!messageId || !state) return null;
  if (state === 'DELIVERED') return { kind: 'report', messageId, state, reason: null };
  const code = /\berr:(\w{1,10})/i.exec(text)?.[1];
  const what = name ?? numberNames[number ?? 0] ?? 'failed';
  const reason = `The message centre reports: ${what.slice(0, 20)}${code ? `, error ${code}` : ''}`;
  return { kind: 'report', messageId, state, reason };
}

function textOf({ short_message: short, message_payload: payload }: PDU): string {
  const text = short?.message.length ? short.message : payload;
  if (!text) return '';
  return String(typeof text === 'object' && 'message' in text ? text.message : text);
}
