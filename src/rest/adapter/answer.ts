import type { Request, Response } from 'express';
import { stream } from '../../http/streamed-body.ts';
import type { Media } from './row.ts';
import type { Answer } from './row-answer.ts';

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

/**
 * Responds with 304 if the caller's copy is current, or in the media type that the caller prefers to JSON, and returns
 * true. Otherwise only sets the headers and returns false.
 */
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
  // A long text would be copied twice within the heap: once behind the headers and once to encode it.
  const body = text.length > longText ? Buffer.from(text) : text;
  response.writeHead(status, { 'Content-Type': contentType, 'Content-Length': Buffer.byteLength(body) }).end(body);
}
