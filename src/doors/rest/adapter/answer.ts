import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import type { Answer } from './compiled-row.ts';
import type { Media } from './row.ts';

const contentType = 'application/json; charset=utf-8';

/** Sends an answer whole, or while it is made. */
export async function send(request: Request, response: Response, { status, body, media }: Answer): Promise<void> {
  if (media && sendMedia(request, response, media)) return;
  if (body === null) response.writeHead(status).end();
  else if (typeof body === 'string') sendText(response, status, body);
  else {
    response.writeHead(status, { 'Content-Type': contentType });
    if (request.method === 'HEAD') return void response.end();
    await pipeline(Readable.from(body), response).catch((error: NodeJS.ErrnoException) => {
      // Whoever hangs up in the middle is told nothing.
      if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
    });
  }
}

/** Answers that the caller has it already, or in the form that it prefers to JSON. Otherwise only notes the tag. */
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
  response.writeHead(status, { 'Content-Type': contentType, 'Content-Length': Buffer.byteLength(text) }).end(text);
}
