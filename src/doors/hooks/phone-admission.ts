import type { RequestHandler } from 'express';
import { Occupancy } from '../http/occupancy.ts';

/**
 * The requests of phones that a process serves at the same time. Phones name no account, and many of them share the
 * address of their carrier. At 20 ms per request, an address reaches 10,000 requests a second.
 */
const mostRequests = { ofAddress: 200, ofProcess: 1000 };
const untilRoomSeconds = 1;

/** Refuses requests of phones while too many are being served, of the same network or altogether. */
export function admitPhones(): RequestHandler {
  const open = new Occupancy(mostRequests);
  return (request, response, next) => {
    const address = request.ip ?? '';
    if (!open.hasRoomFor(address)) return void response.status(429).set('Retry-After', String(untilRoomSeconds)).end();
    response.once('close', open.enter(address));
    next();
  };
}
