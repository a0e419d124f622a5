import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

/** Fewer than a test stores, so that a list has several pages. */
const listPage = 3;

export const bucketKeys = {
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'secret of the bucket',
  region: 'eu-central-1',
};

export interface BucketServer {
  /** The address of the bucket. */
  url: string;
  /** The content of each object by its key. */
  objects: Map<string, Buffer>;
  /** The number of parts in which objects were sent. */
  parts: number;
}

/** An S3 service with one bucket, which checks the signature of each request (AWS Signature Version 4), until the test ends. */
export async function startBucketServer(): Promise<BucketServer> {
  const uploads = new Map<string, Map<number, Buffer>>();
  const bucket: BucketServer = { url: '', objects: new Map(), parts: 0 };
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    if (!isSigned(request)) return answer(response, 403, '<Error><Code>SignatureDoesNotMatch</Code></Error>');
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://bucket');
    const key = decodeURIComponent(pathname.replace(/^\/bucket\/?/, ''));
    const upload = uploads.get(searchParams.get('uploadId') ?? '');
    if (request.method === 'GET' && searchParams.has('list-type'))
      return answer(response, 200, list(bucket, searchParams));
    if (request.method === 'GET') {
      const object = bucket.objects.get(key);
      return object ? answer(response, 200, object) : answer(response, 404, '<Error><Code>NoSuchKey</Code></Error>');
    }
    if (request.method === 'POST' && searchParams.has('uploads')) {
      const id = `upload${uploads.size + 1}`;
      uploads.set(id, new Map());
      return answer(
        response,
        200,
        `<InitiateMultipartUploadResult><Bucket>bucket</Bucket><Key>${key}</Key><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
      );
    }
    if (upload && request.method === 'PUT') {
      bucket.parts += 1;
      upload.set(Number(searchParams.get('partNumber')), body);
      return answer(response.setHeader('ETag', `"${digest(body)}"`), 200, '');
    }
    if (upload && request.method === 'POST') {
      const parts = [...upload].sort(([one], [other]) => one - other).map(([, part]) => part);
      bucket.objects.set(key, Buffer.concat(parts));
      return answer(
        response,
        200,
        `<CompleteMultipartUploadResult><Bucket>bucket</Bucket><Key>${key}</Key><ETag>"1"</ETag></CompleteMultipartUploadResult>`,
      );
    }
    if (request.method === 'PUT') {
      bucket.objects.set(key, body);
      return answer(response.setHeader('ETag', `"${digest(body)}"`), 200, '');
    }
    answer(response, 405, '');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  bucket.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/bucket`;
  return bucket;
}

function answer(response: ServerResponse, status: number, body: string | Buffer): void {
  response.writeHead(status, {
    'Content-Type': typeof body === 'string' ? 'application/xml' : 'application/octet-stream',
  });
  response.end(body);
}

function list({ objects }: BucketServer, query: URLSearchParams): string {
  const after = query.get('continuation-token') ?? '';
  const keys = [...objects.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '')).sort();
  const rest = keys.filter((key) => key > after);
  const page = rest.slice(0, listPage);
  const more = rest.length > page.length;
  const contents = page.map(
    (key) =>
      `<Contents><Key>${key}</Key><LastModified>2026-01-01T00:00:00.000Z</LastModified><ETag>"1"</ETag><Size>${objects.get(key)?.length}</Size><StorageClass>STANDARD</StorageClass></Contents>`,
  );
  return `<?xml version="1.0"?><ListBucketResult><Name>bucket</Name><KeyCount>${page.length}</KeyCount><IsTruncated>${more}</IsTruncated>${contents.join('')}${more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''}</ListBucketResult>`;
}

function digest(data: Buffer | string): string {
  return createHash('sha256').update(data).digest('hex');
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

/** Computes the signature as the documentation of AWS Signature Version 4 describes it. */
function isSigned({ method, url = '', headers }: IncomingMessage): boolean {
  const [, scope = '', names = '', signature] =
    /Credential=AKIDEXAMPLE\/([^,]+),\s*SignedHeaders=([^,]+),\s*Signature=([0-9a-f]+)/.exec(
      headers.authorization ?? '',
    ) ?? [];
  const [path = '', query = ''] = url.split('?');
  const sortedQuery = query
    .split('&')
    .filter(Boolean)
    .map((part) => (part.includes('=') ? part : `${part}=`))
    .sort();
  const signedHeaders = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const content = String(headers['x-amz-content-sha256']);
  const request = [method, path, sortedQuery.join('&'), signedHeaders.join(''), names, content].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, digest(request)].join('\n');
  const key = scope
    .split('/')
    .reduce<string | Buffer>((secret, part) => hmac(secret, part), `AWS4${bucketKeys.secretAccessKey}`);
  return hmac(key, toSign).toString('hex') === signature && scope.endsWith(`/${bucketKeys.region}/s3/aws4_request`);
}
