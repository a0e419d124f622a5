import { countFailure, measures } from '../kernel/telemetry/measures.ts';
import type { Activity } from '../kernel/telemetry/tracing.ts';

interface AnsweredCall {
  operation: string;
  method: string;
  accountId: string;
  requestId: string;
  problem: string | null;
  status: number;
  milliseconds: number;
  /** The duration of a stream is meaningless. */
  isStream: boolean;
}

const ourFault = ['INTERNAL', 'UNAVAILABLE'];

export function noteAnswer(call: AnsweredCall, activity: Activity | null): string | null {
  const { operation, accountId, problem, status, milliseconds } = call;
  const failed = status >= 500 || (problem !== null && ourFault.includes(problem));
  const failure = failed || status >= 400 || problem !== null ? (problem ?? String(status)) : null;
  if (!call.isStream) {
    const outcome = failed ? 'failed' : failure ? 'refused' : 'ok';
    measures()?.requests.record(milliseconds / 1000, { operation, outcome });
  }
  if (failure) countFailure(accountId, operation, failure);
  if (!activity || (failure === null && !activity.isSampled)) return null;
  return activity.end({
    name: `${call.method} ${operation}`,
    accountId,
    attributes: {
      'http.request.method': call.method,
      'http.response.status_code': status,
      'campaigns.operation': operation,
      'campaigns.request_id': call.requestId,
      ...(failure && { 'campaigns.problem': failure }),
    },
    failure,
    milliseconds,
  });
}
