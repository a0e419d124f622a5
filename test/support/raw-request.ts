import { once } from 'node:events';
import { type IncomingHttpHeaders, request } from 'node:http';
import { text } from 'node:stream/consumers';

export interface RawAnswer {
  status: number | undefined;
  headers: IncomingHttpHeaders;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of any shape
  body: any;
}

/** Sends a request that fetch refuses, such as a GET with a body. */
export async function rawRequest(
  url: string,
  { method = 'GET', headers = {}, body }: { method?: string; headers?: Record<string, string>; body?: string | Buffer },
): Promise<RawAnswer> {
  const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
  const sending = request(url, { method, headers: { ...headers, ...length }, agent: false }).end(body);
  const [response] = await once(sending, 'response');
  const received = await text(response);
  return {
    status: response.statusCode,
    headers: response.headers,
    body: received === '' ? null : JSON.parse(received),
  };
}

/** Returns fields as a multipart form, as PHP writes an array. */
export function multipart(fields: Record<string, string>, boundary = '----x'): { type: string; body: string } {
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return { type: `multipart/form-data; boundary=${boundary}`, body: `${parts.join('')}--${boundary}--\r\n` };
}
