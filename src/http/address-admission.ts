import type { RequestHandler } from 'express';
import { TooManyRequests } from '../kernel/problem.ts';
import { Occupancy } from './occupancy.ts';
import { addressOf } from './request-trace.ts';

const untilRoomSeconds = 1;

/** Limits simultaneous requests, per network and in total. */
export function admitByAddress(max: { ofAddress: number; ofProcess: number }): RequestHandler {
  const open = new Occupancy(max);
  return (request, response, next) => {
    const address = addressOf(request);
    if (!open.hasRoomFor(address)) throw new TooManyRequests(untilRoomSeconds);
    response.once('close', open.enter(address));
    next();
  };
}

/**
 * Limits the passes and pictures that are being sent. One that nobody reads holds its memory until the connection times
 * out.
 */
const maxFiles = { ofAddress: 100, ofProcess: 1000 };

export const admitFile: RequestHandler = admitByAddress(maxFiles);
