import { timingSafeEqual } from 'node:crypto';
import { type Request, type RequestHandler, Router } from 'express';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { onClockOf } from '../accounts/account/account-clock.ts';
import type { Services } from '../api/context.ts';
import { admitByAddress } from '../http/address-admission.ts';
import { jsonReader } from '../http/body/json-body.ts';
import { traceOf } from '../http/request-trace.ts';
import { now } from '../kernel/values/instant.ts';
import { idPattern } from '../vocabulary/ids.ts';
import { appleWalletPath } from '../vocabulary/links.ts';
import { changedPasses } from '../wallets/device/changed-passes.ts';
import { mayRegister, unregisterDevice } from '../wallets/device/device-registration.ts';
import { startDevice } from '../wallets/notification/pass-notifications.ts';
import { findPassSubject } from '../wallets/pass/pass-subject.ts';
import {
  findApplePass,
  isCurrent,
  lastModified,
  type PassWithCampaign,
  versionOf,
} from '../wallets/pass/wallet-campaign.ts';
import { passFile, passMediaType } from '../wallets/pass-file/pass-file.ts';
import { findSigner } from '../wallets/pass-file/pass-signer.ts';
import { PushFetches } from '../wallets/push/push-fetches.ts';
import { answerHookFailure } from './hook-failure.ts';

/**
 * The maximum number of simultaneous requests. Phones share the address of their carrier. At 20 ms each, 200 make
 * 10,000 requests a second.
 */
const maxPhones = { ofAddress: 200, ofProcess: 1000 };

const readBody = jsonReader('64kb');

const devicePath = `${appleWalletPath}/v1/devices/:libraryId/registrations/:passType`;
const registrationPath = `${devicePath}/:serial`;
const passPath = `${appleWalletPath}/v1/passes/:passType/:serial`;
const logPath = `${appleWalletPath}/v1/log`;

export function appleWalletService(services: Services): Router {
  const router = Router();
  router.use(appleWalletPath, (request, _, next) => {
    traceOf(request).operation = 'appleWallet';
    next();
  });
  router.use(appleWalletPath, admitByAddress(maxPhones));
  router.post(registrationPath, register(services));
  router.delete(registrationPath, unregister(services));
  router.get(devicePath, list(services));
  router.get(passPath, sendPass(services));
  router.post(logPath, noteLogs(services));
  router.use(appleWalletPath, (_, response) => void response.status(404).end());
  // The pass was deleted between two statements of the request.
  router.use(appleWalletPath, answerHookFailure(services, { WALLET_PASS_NOT_FOUND: 401 }));
  return router;
}

function register(services: Services): RequestHandler {
  return async (request, response) => {
    const pass = (await authorized(services, request))?.pass;
    if (!pass || !(await findPassSubject(services.database, pass))) return void response.status(401).end();
    await readBody(request);
    const { libraryId } = request.params as { libraryId: string };
    const pushToken: unknown = request.body?.pushToken;
    const isGood = typeof pushToken === 'string' && /^[\da-f]{1,200}$/i.test(pushToken) && libraryId.length <= 100;
    if (!isGood || !(await mayRegister(services.database, pass, libraryId))) return void response.status(400).end();
    const isNew = await onClockOf(services.database, pass.accountId, () =>
      startDevice(services.database, pass, { libraryId, pushToken }),
    );
    response.status(isNew ? 201 : 200).end();
  };
}

function unregister(services: Services): RequestHandler {
  return async (request, response) => {
    const found = await authorized(services, request);
    if (!found) return void response.status(401).end();
    await onClockOf(services.database, found.pass.accountId, () =>
      unregisterDevice(services.database, found.pass, String(request.params.libraryId)),
    );
    response.status(200).end();
  };
}

/** Lists the passes that have changed. Apple prescribes no token here, because only the device knows its identifier. */
function list(services: Services): RequestHandler {
  const fetches = new PushFetches(services);
  return async (request, response) => {
    const { passType, libraryId } = request.params as { passType: string; libraryId: string };
    const { passesUpdatedSince: tag } = request.query;
    const device = { passType, libraryId, tag: typeof tag === 'string' ? tag : null };
    const { changed, learning } = await changedPasses(services.database, device);
    if (changed.serialNumbers.length === 0) return void response.status(204).end();
    response.json(changed);
    fetches.note(learning);
  };
}

function sendPass(services: Services): RequestHandler {
  return async (request, response) => {
    const { database, secrets, publicUrl } = services;
    const found = await authorized(services, request);
    if (!found) return void response.status(401).end();
    // Read the number of the change first: then the content may be newer than its number, but never older.
    const { pass, campaign } = found;
    const [subject, signer] = await Promise.all([
      findPassSubject(database, pass),
      findSigner(database, secrets, pass.accountId),
    ]);
    if (!subject) return void response.status(401).end();
    const version = versionOf(pass, campaign);
    if (isCurrent(version, request.get('If-Modified-Since'))) return void response.status(304).end();
    // A pass keeps its type forever. Without the certificate of its type, it stays on the phone unchanged.
    if (signer?.passType !== pass.issuer) return void response.status(503).end();
    const file = await onClockOf(database, pass.accountId, () =>
      passFile({ pass, campaign, subject }, { signer, publicUrl, at: now() }),
    );
    response.set('Last-Modified', lastModified(version));
    response.set('Cache-Control', 'no-store').type(passMediaType).send(file);
  };
}

/** Finds the pass of a request. An unknown pass and a wrong token get the same response. */
async function authorized({ database }: Services, request: Request): Promise<PassWithCampaign | null> {
  const { passType = '', serial = '' } = request.params as { passType?: string; serial?: string };
  const [, token = ''] = /^ApplePass (\S+)$/i.exec(request.get('Authorization') ?? '') ?? [];
  const isSerial = idPattern('walletPass').test(serial);
  const found = isSerial ? await findApplePass(database, serial) : null;
  const [given, right] = [Buffer.from(token), Buffer.from(found?.pass.token ?? '-'.repeat(32))];
  const isRight = given.length === right.length && timingSafeEqual(given, right);
  return isRight && found?.pass.issuer === passType ? found : null;
}

const maxLines = 20;
const reports = new RateLimiterMemory({ points: 60, duration: 60 });

/** Logs messages that phones send. Their number is limited, because the endpoint is public. */
function noteLogs({ log }: Services): RequestHandler {
  return async (request, response) => {
    await readBody(request);
    const given: unknown = request.body?.logs;
    const lines = (Array.isArray(given) ? given : [])
      .filter((line) => typeof line === 'string')
      .slice(0, maxLines)
      .map((line) => withoutSecrets(line.slice(0, 500)));
    const isAllowed = await reports.consume('logs').then(Boolean, () => false);
    if (isAllowed && lines.length > 0) log.warn({ lines }, 'a phone reports problems with passes');
    response.status(200).end();
  };
}

/**
 * Replaces characters outside printable ASCII with spaces, and removes secrets. Device ids, tokens and session codes
 * are recognized because they are longer than serial numbers.
 */
function withoutSecrets(line: string): string {
  return line.replace(/[^ -~]/g, ' ').replace(/[\w-]{21,}/g, '…');
}
