import type { IncomingMessage } from 'node:http';

export interface OutboundAnswer {
  status: number;
  headers: IncomingMessage['headers'];
  body: string;
}

export interface OutboundFile {
  status: number;
  bytes: Buffer;
}

const keptBytes = 8192;
/** How many bytes of a body to read. Only its beginning is kept. */
export const readBytes = 256 * 1024;

export async function readAnswer(response: IncomingMessage): Promise<OutboundAnswer> {
  const { statusCode = 0, headers } = response;
  return { status: statusCode, headers, body: await readStart(response) };
}

export async function readFile(response: IncomingMessage, maxBytes: number): Promise<OutboundFile> {
  const { statusCode: status = 0 } = response;
  if (status === 200) return { status, bytes: await readWhole(response, maxBytes) };
  response.destroy();
  return { status, bytes: Buffer.alloc(0) };
}

export async function readDocument(response: IncomingMessage, maxBytes: number): Promise<OutboundAnswer> {
  const { statusCode: status = 0, headers } = response;
  return { status, headers, body: (await readWhole(response, maxBytes)).toString('utf8') };
}

async function readWhole(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new Error(`it has more than ${maxBytes / 1e6} MB`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Reads up to a limit, so that the connection can be used again. */
async function readStart(response: IncomingMessage): Promise<string> {
  const kept: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    if (size < keptBytes) kept.push(chunk.subarray(0, keptBytes - size));
    size += chunk.length;
    if (size > readBytes) break;
  }
  return new TextDecoder().decode(Buffer.concat(kept));
}
