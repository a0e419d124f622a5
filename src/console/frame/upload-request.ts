import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy } from '@fastify/busboy';
import type { Request } from 'express';
import type { ComponentChildren } from 'preact';
import type { Services } from '../../api/context.ts';
import { allowLongUpload } from '../../http/http-server.ts';
import { Problem, TooManyRequests } from '../../kernel/problem.ts';
import type { UnreadableTable } from '../../kernel/values/csv.ts';
import type { Page } from './page.ts';
import type { UploadShape } from './screen-shape.ts';

/** A form with a file, which the service reads as a stream. */
export interface Upload<Row = unknown, Summary = unknown> extends UploadShape {
  /** Yields the rows of a report, and finally a summary. */
  take: (services: Services, page: Page, file: Readable) => AsyncGenerator<Row | Summary>;
  /** Returns the content that replaces the form. */
  show: (report: UploadReport<Row, Summary>, page: Page) => ComponentChildren;
}

interface UploadReport<Row, Summary> {
  rows: Row[];
  summary: Summary;
}

export function upload<Row, Summary>(declaration: Upload<Row, Summary>): Upload {
  return declaration as Upload;
}

/** Takes an uploaded file, and puts the result on the page. Rejects if the file is refused. */
export async function takeUpload(
  { request, services }: { request: Request; services: Services },
  page: Page,
  uploads: Readonly<Record<string, Upload>> = {},
): Promise<void> {
  const leave = services.limits.uploads.enter(page.viewer.account.rootId);
  if (!leave) throw new TooManyRequests(retrySeconds, 'Too many files are being uploaded. Wait for one to end.');
  try {
    allowLongUpload(request);
    await readParts(request, async (form, file) => {
      const upload = Object.hasOwn(uploads, form) ? uploads[form] : undefined;
      if (!upload) throw new Problem('INVALID_QUERY');
      if (!page.may(upload.scope)) throw new Problem('FORBIDDEN');
      page.attempt = { form, key: '', body: {}, problems: new Map([['file', [page.words.frame.required]]]) };
      if (!file) return;
      // With an iterated stream, the read fails even if the stream broke off before the read began.
      const readable = Readable.from(file, { objectMode: false });
      const report = await reportOf(upload.take(services, page, readable));
      page.outcome = { form, content: upload.show(report, page) };
      page.attempt = null;
    });
  } finally {
    leave();
  }
}

/** An upload takes seconds, so a retry before this time would be refused again. */
const retrySeconds = 5;

const limits = { fields: 10, fieldSize: 1000, files: 1, parts: 12 };

/** The form sends its name before the file. */
async function readParts(request: Request, take: (form: string, file: Readable | null) => Promise<void>) {
  let form = '';
  let taken: Promise<void> | undefined;
  let current: Readable | undefined;
  const begin = (file: Readable, name: string | undefined) => {
    current = file;
    // When a request is cut off, the parser also emits an error on the file, which may have no listener.
    file.on('error', () => undefined);
    // If nobody read the file, the rest of the request would never arrive.
    taken = take(form, name ? file : null).finally(() => file.resume());
    taken.catch(() => undefined);
  };
  try {
    const parser = new Busboy({ headers: { 'content-type': request.headers['content-type'] ?? '' }, limits });
    parser.on('field', (name, value) => {
      if (name === '_form') form = value;
    });
    parser.on('file', (_, file, name) => begin(file, name));
    await pipeline(request, parser);
  } catch {
    current?.destroy(new Problem('UNREADABLE_BODY'));
    await taken?.catch(() => undefined);
    throw new Problem('UNREADABLE_BODY');
  }
  await (taken ?? take(form, null));
}

/** Says why the service did not read a file to its end. */
export function faultOf(page: Page, { fault, line }: UnreadableTable): string {
  return page.words.inputErrors.tables[fault](page.number(line));
}

const maxRows = 100;

/** Keeps only the first rows of a report, which can have a million. */
async function reportOf<Row, Summary>(entries: AsyncGenerator<Row | Summary>): Promise<UploadReport<Row, Summary>> {
  const rows: Row[] = [];
  let last: Row | Summary | undefined;
  for await (const entry of entries) {
    if (last !== undefined && rows.length < maxRows) rows.push(last as Row);
    last = entry;
  }
  return { rows, summary: last as Summary };
}
