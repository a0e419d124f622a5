import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import type { Services } from '../api/context.ts';
import { toProblem } from '../api/errors.ts';
import type { Scope } from '../api/scope.ts';
import { requireScope } from '../api/viewer.ts';
import { importContacts } from '../contacts/contact/contact-import.ts';
import { accountRows } from '../exports/account/account-rows.ts';
import { exportRows } from '../exports/export.ts';
import { isPdf, readExportAddress, type SignedFile } from '../exports/export-address.ts';
import { contentTypes, type ExportFormat, formatted, jsonLines } from '../exports/export-format.ts';
import { printedFile } from '../exports/print/printed-file.ts';
import { failureInQueue } from '../http/anonymous-queue.ts';
import { admit, authorize } from '../http/authentication.ts';
import { allowLongUpload } from '../http/http-server.ts';
import { traceOf } from '../http/request-trace.ts';
import { onBehalfOf } from '../kernel/clocks/account-clocks.ts';
import type { Database } from '../kernel/database/database.ts';
import { Problem, type ProblemCode, retryAfterOf, TooManyRequests } from '../kernel/problem.ts';
import { madeForCaller, yieldToEventLoop } from '../kernel/values/event-loop.ts';
import { personalFile } from '../privacy/personal-data/personal-file.ts';
import { importCodes } from '../sessions/validation-code/code-import.ts';
import { type IdKind, idPattern } from '../vocabulary/ids.ts';
import { exportPath } from '../vocabulary/links.ts';

/** Exports at signed addresses, and uploads of codes and contacts. */
export function fileRoutes(services: Services): Router {
  const router = Router();
  router.get(exportPath(':token'), answering(services, sendExport));
  router.post(
    '/imports/coupon-codes',
    answering(services, receive('coupon', 'coupon', 'COUPON_NOT_FOUND', importCodes)),
  );
  router.post(
    '/imports/contacts',
    answering(services, receive('group', 'contactGroup', 'CONTACT_GROUP_NOT_FOUND', importContacts)),
  );
  return router;
}

type Handler = (request: Request, response: Response, services: Services) => Promise<void>;

/**
 * Reports problems in the response. After the response has begun, closing the connection is the only way to report one.
 */
function answering(services: Services, handle: Handler): RequestHandler {
  return (request, response) =>
    handle(request, response, services).catch(async (given: unknown) => {
      const error = await failureInQueue(request, given);
      const problem = toProblem(error, services.log, traceOf(request).requestId);
      if (response.headersSent) return void response.destroy();
      const { code, message } = problem;
      traceOf(request).problem = code;
      const retryAfter = retryAfterOf(problem);
      if (retryAfter !== null) response.setHeader('Retry-After', retryAfter);
      response.status(statuses[code] ?? 422).json({ error: { code, message } });
    });
}

const statuses: Partial<Record<ProblemCode, number>> = {
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  EXPORT_NOT_FOUND: 404,
  COUPON_NOT_FOUND: 404,
  CONTACT_GROUP_NOT_FOUND: 404,
  NO_EMAIL_SERVICE: 409,
  NO_SMS_SERVICE: 409,
  TOO_MANY_REQUESTS: 429,
  UNAVAILABLE: 503,
  INTERNAL: 500,
};

/** The scopes that are required. Default: `WRITE`. */
const scopes: Partial<Record<SignedFile['type'], Scope>> = {
  ACCOUNT: 'ADMIN',
  AUDIT_LOG: 'ADMIN',
  PERSONAL_DATA: 'ADMIN',
  STATISTICS: 'READ',
  TABLE_TENT: 'READ',
};

const sendExport: Handler = async (request, response, services) => {
  traceOf(request).operation = 'export';
  const wanted = readExportAddress(services, String(request.params.token));
  const viewer = wanted && (await services.authenticator.recall(wanted.keyId, wanted.accountId));
  if (!viewer) throw new Problem('EXPORT_NOT_FOUND');
  traceOf(request).viewer = viewer;
  // The role of the person may have changed since the address was created.
  requireScope(viewer, scopes[wanted.type] ?? 'WRITE');
  // A download counts towards the limits of the account in the address.
  await admit(request, viewer, services.limits);
  const leave = services.limits.downloads.enter(viewer.account.rootId);
  if (!leave) throw new TooManyRequests(retrySeconds, 'Too many files are being downloaded. Wait for one to end.');
  try {
    await onBehalfOf(viewer.account, () => sendWanted(wanted, request, response, services));
  } finally {
    leave();
  }
};

async function sendWanted(wanted: SignedFile, request: Request, response: Response, services: Services): Promise<void> {
  await using snapshot = await services.database.snapshot();
  const { format, content } = await fileAt(services, snapshot.database, wanted);
  response.setHeader('Content-Type', contentTypes[format]);
  response.setHeader('Content-Disposition', `attachment; filename="${nameOf(wanted)}.${format.toLowerCase()}"`);
  response.setHeader('Cache-Control', 'no-store');
  if (request.method === 'HEAD') return void response.end();
  // With a reader that stops, this keeps one part in memory instead of sixteen.
  await pipeline(Readable.from(madeForCaller(content), { highWaterMark: 1 }), response);
}

function nameOf(wanted: SignedFile): string {
  return (wanted.type === 'ACCOUNT' ? wanted.file : wanted.type).toLowerCase();
}

async function fileAt(
  services: Services,
  database: Database,
  wanted: SignedFile,
): Promise<{ format: ExportFormat | 'JSON' | 'PDF'; content: AsyncIterable<string | Uint8Array> }> {
  if (isPdf(wanted)) return { format: 'PDF', content: await printedFile(services, wanted) };
  if (wanted.type === 'PERSONAL_DATA')
    return { format: 'JSON', content: await personalFile(services.database, wanted) };
  if (wanted.type === 'ACCOUNT')
    return { format: 'JSONL', content: jsonLines(accountRows(database, wanted, services.publicUrl)) };
  const rows = exportRows(database, wanted, services.publicUrl);
  return { format: wanted.format, content: formatted(rows, wanted.type, wanted.format) };
}

type Import = (database: Database, accountId: string, id: string, text: Readable) => AsyncGenerator<object>;

function receive(parameter: string, kind: IdKind, notFound: ProblemCode, take: Import): Handler {
  return async (request, response, services) => {
    const id = String(request.query[parameter] ?? '');
    traceOf(request).operation = take.name;
    const viewer = await authorize(request, services, 'WRITE');
    if (!idPattern(kind).test(id)) throw new Problem(notFound);
    const leave = services.limits.uploads.enter(viewer.account.rootId);
    if (!leave) throw new TooManyRequests(retrySeconds, 'Too many files are being uploaded. Wait for one to end.');
    try {
      allowLongUpload(request);
      const report = take(services.database, viewer.account.id, id, request);
      await onBehalfOf(viewer.account, () => sendReport(report, response));
    } finally {
      leave();
    }
  };
}

async function sendReport(report: AsyncGenerator<object>, response: Response): Promise<void> {
  const { value: first, done } = await report.next();
  response.setHeader('Content-Type', 'application/x-ndjson');
  if (!done) response.write(`${JSON.stringify(first)}\n`);
  await pipeline(Readable.from(madeForCaller(lines(report))), response);
}

/** How many seconds to wait before a retry: the usual duration of an upload or download. */
const retrySeconds = 5;

/**
 * The number of characters per write. A report can have a million lines, and writing each one separately would take
 * longer than producing it.
 */
const charactersOfWrite = 16_384;

async function* lines(report: AsyncIterable<object>): AsyncGenerator<string> {
  let text = '';
  for await (const entry of report) {
    text += `${JSON.stringify(entry)}\n`;
    if (text.length < charactersOfWrite) continue;
    yield text;
    text = '';
    const pause = yieldToEventLoop();
    if (pause) await pause;
  }
  yield text;
}
