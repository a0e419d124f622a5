import type { RequestHandler } from 'express';
import { TooManyRequests } from '../kernel/problem.ts';
import { Occupancy } from './occupancy.ts';
import { addressOf } from './request-trace.ts';

const untilRoomSeconds = 1;

/** Refuses requests while too many are being answered, of the same network or altogether, with `TOO_MANY_REQUESTS`. */
export function admitByAddress(most: { ofAddress: number; ofProcess: number }): RequestHandler {
  const open = new Occupancy(most);
  return (request, response, next) => {
    const address = addressOf(request);
    if (!open.hasRoomFor(address)) throw new TooManyRequests(untilRoomSeconds);
    response.once('close', open.enter(address));
    next();
  };
}

/**
 * The files that a process sends at the same time to callers who know only an address, such as passes and pictures. One
 * that is never read holds its memory until the connection is idle for too long.
 */
const mostFiles = { ofAddress: 100, ofProcess: 1000 };

/** All files share these places. */
export const admitFile: RequestHandler = admitByAddress(mostFiles);
