import { STATUS_CODES } from 'node:http';
import type { Request, Response } from 'express';
import { stream } from '../../http/streamed-body.ts';
import { type Failure, textOf, v4Statuses } from './failure-codes.ts';
import type { Media } from './row.ts';

export interface Paging {
  page: bigint;
  hasNext: boolean;
  total: number | null;
}

export interface Answer {
  status: number;
  /** The JSON, as a whole or in parts; null for an empty body. */
  body: string | AsyncIterable<Buffer | string> | null;
  paging: Paging | null;
  media: Media | null;
}

const longText = 16_384;

const contentType = 'application/json; charset=utf-8';

export async function send(request: Request, response: Response, { status, body, media }: Answer): Promise<void> {
  if (media && sendMedia(request, response, media)) return;
  if (body === null) response.writeHead(status).end();
  else if (typeof body === 'string') sendText(response, status, body);
  else {
    response.writeHead(status, { 'Content-Type': contentType });
    if (request.method === 'HEAD') return void response.end();
    await stream(response, body);
  }
}

/** Responds with 304 for a current copy, or in a media type preferred to JSON. Otherwise sets only the headers. */
function sendMedia(request: Request, response: Response, { etag, bodies }: Media): boolean {
  response.setHeader('ETag', etag);
  response.setHeader('Vary', 'Accept');
  if (request.headers['if-none-match'] === etag) {
    response.writeHead(304).end();
    return true;
  }
  const type = request.accepts(['application/json', ...Object.keys(bodies)]);
  const body = type ? bodies[type] : undefined;
  if (!type || body === undefined) return false;
  response.writeHead(200, { 'Content-Type': type, 'Content-Length': Buffer.byteLength(body) }).end(body);
  return true;
}

export function sendText(response: Response, status: number, text: string): void {
  // A long text would be copied twice within the heap: after the headers and for encoding.
  const body = text.length > longText ? Buffer.from(text) : text;
  response.writeHead(status, { 'Content-Type': contentType, 'Content-Length': Buffer.byteLength(body) }).end(body);
}

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
        error_message_description: failures.map(textOf),
        error_code: failures.map(({ code }) => code),
      },
    },
  };
}

/** Existing callers compare this text. */
const reasons: Record<number, string> = { 422: 'Unprocessable entity' };

export function pagingHeaders({ page, hasNext, total }: Paging, address: string): Map<string, string> {
  const links = [
    ...(hasNext ? [`<${withPage(address, page + 1n)}>; rel="next"`] : []),
    ...(page > 1n ? [`<${withPage(address, page - 1n)}>; rel="prev"`] : []),
  ];
  return new Map([
    ...(links.length > 0 ? [['Link', links.join(', ')] as const] : []),
    ...(total === null ? [] : [['X-Total-Count', String(total)] as const]),
  ]);
}

function withPage(address: string, page: bigint): string {
  const url = new URL(address);
  url.searchParams.set('pagination[page]', String(page));
  return url.href;
}

/**
 * Clears the members of an object that is no longer needed. A waiting request turns its promises into old heap objects,
 * whose values would live until the next full garbage collection. Copying them takes as long as writing the response.
 */
export function forget(object: object): void {
  for (const name of Object.keys(object)) (object as Record<string, unknown>)[name] = undefined;
}
