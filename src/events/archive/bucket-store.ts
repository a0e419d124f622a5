import { openAsBlob } from 'node:fs';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { S3mini } from 's3mini';
import type { ArchiveStore } from './archive-store.ts';

export interface BucketSettings {
  /** The address of the service, the bucket and an optional prefix: `https://s3.example/bucket/events`. */
  address: string;
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
}

/** The time limit of a request. A part of 8 MB takes less, even on a slow connection. */
const requestMilliseconds = 120_000;

export class BucketStore implements ArchiveStore {
  readonly #bucket: S3mini;
  readonly #prefix: string;

  constructor({ address, accessKeyId, secretAccessKey, region }: BucketSettings) {
    const url = new URL(address);
    const [bucket = '', ...prefix] = url.pathname.split('/').filter((part) => part !== '');
    const endpoint = `${url.origin}/${bucket}`;
    this.#bucket = new S3mini({
      endpoint,
      accessKeyId,
      secretAccessKey,
      region,
      requestAbortTimeout: requestMilliseconds,
    });
    this.#prefix = prefix.map((part) => `${part}/`).join('');
  }

  /** Sends a large file in parts. */
  async write(name: string, localFile: string): Promise<void> {
    const { ok, status } = await this.#bucket.putAnyObject(this.#prefix + name, await openAsBlob(localFile));
    if (!ok) throw new Error(`the bucket refused ${name} with status ${status}`);
  }

  async read(name: string): Promise<Readable | null> {
    const response = await this.#bucket.getObjectResponse(this.#prefix + name);
    return response?.body ? Readable.fromWeb(response.body as ReadableStream) : null;
  }

  async list(): Promise<string[]> {
    const objects = (await this.#bucket.listObjects('/', this.#prefix)) ?? [];
    return objects.map(({ Key }) => Key.slice(this.#prefix.length)).sort();
  }
}
