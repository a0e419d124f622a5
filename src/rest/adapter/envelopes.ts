import { STATUS_CODES } from 'node:http';
import { type Failure, v4Statuses } from './failure-codes.ts';

export interface EnvelopeStyle {
  success: (reply: object) => object;
  failureStatus: (failures: readonly Failure[]) => number;
}

export const envelopeStyles: Record<'v3' | 'v4', EnvelopeStyle> = {
  v3: { success: (reply) => ({ status: { status: 'OK' }, ...reply }), failureStatus: () => 422 },
  v4: { success: (reply) => reply, failureStatus: ([first]) => v4Statuses[first?.code ?? 0] ?? 422 },
};

export function envelopeStyleOf(path: string): EnvelopeStyle {
  return path.startsWith('/v4') ? envelopeStyles.v4 : envelopeStyles.v3;
}

export function failureBody(failures: readonly Failure[], status: number): object {
  return {
    status: {
      status: 'failed',
      errors: {
        error_message: `HTTP/1.0 ${status} ${reasons[status] ?? STATUS_CODES[status] ?? ''}.`,
        error_message_description: failures.map(({ description }) => description),
        error_code: failures.map(({ code }) => code),
      },
    },
  };
}

/** Existing callers compare this text. */
const reasons: Record<number, string> = { 422: 'Unprocessable entity' };
