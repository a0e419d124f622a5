import type { IncomingMessage } from 'node:http';
import type { Request, Response } from 'express';
import type { Viewer } from '../api/viewer.ts';
import type { Allowance } from '../kernel/limits/account-rates.ts';
import type { Limits } from '../kernel/limits/limits.ts';
import { TooManyRequests } from '../kernel/problem.ts';
import { traceOf } from './request-trace.ts';

/** How long a caller whose requests fill all slots should wait for one of them to end. */
const untilSlotSeconds = 1;

/**
 * Takes a point of the account's rate and a slot for the request, and tells the caller what is left. Rejects with
 * `TOO_MANY_REQUESTS`. The messages of a WebSocket have no response: `requireSlot` bounds what they execute.
 */
export async function admit(request: IncomingMessage, viewer: Viewer, limits: Limits): Promise<void> {
  const { res: response } = request as Partial<Request>;
  const allowance = await limits.rates.take(viewer.account);
  if (allowance && response) sendAllowance(response, allowance);
  if (allowance?.isExceeded) throw new TooManyRequests(allowance.resetSeconds);
  if (response) holdSlot(request, requireSlot(viewer, limits));
}

/** Takes a slot of the account and returns a function that gives it back. Rejects with `TOO_MANY_REQUESTS`. */
export function requireSlot({ account }: Viewer, { requests }: Limits): () => void {
  const leave = requests.enter(account.id);
  if (leave) return leave;
  throw new TooManyRequests(untilSlotSeconds, `The account already has ${requests.most} requests running.`);
}

/** The headers of the IETF draft "RateLimit header fields for HTTP". */
function sendAllowance(response: Response, { quota, windowSeconds, remaining, resetSeconds }: Allowance): void {
  if (response.headersSent) return;
  response.setHeader('RateLimit-Policy', `"account";q=${quota};w=${windowSeconds}`);
  response.setHeader('RateLimit', `"account";r=${remaining};t=${resetSeconds}`);
}

function holdSlot(request: IncomingMessage, leave: () => void): void {
  const trace = traceOf(request);
  if (trace.isClosed) leave();
  else trace.leave = leave;
}
