import { type RequestHandler, Router } from 'express';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Services } from '../api/context.ts';
import { jsonReader } from '../http/body/json-body.ts';
import { traceOf } from '../http/request-trace.ts';
import { findRow } from '../kernel/database/rows.ts';
import { type Integration, integrations } from '../messaging/integration/integration.ts';
import type { ShownSettings } from '../messaging/platform/platform.ts';
import { idPattern } from '../vocabulary/ids.ts';
import { googleCallbackPath, googleLogoPath, googleWalletPath } from '../vocabulary/links.ts';
import { RootKeys, verifyCallback } from '../wallets/google/callback.ts';
import { usualBackground } from '../wallets/google-pass/google-content.ts';
import { passOfReport } from '../wallets/google-pass/google-report.ts';
import { applyReport } from '../wallets/notification/pass-notifications.ts';
import { icon } from '../wallets/pass-file/pass-art.ts';
import { answerHookFailure } from './hook-failure.ts';

const readReport = jsonReader('64kb');

const callbackPath = googleCallbackPath(':id');

export function googleWalletService(services: Services, googleKeys?: string): Router {
  const router = Router();
  router.use(googleWalletPath, (request, _, next) => {
    traceOf(request).operation = 'googleWallet';
    next();
  });
  router.post(callbackPath, limitCallbacks, hear(services, new RootKeys(services.outbound, googleKeys)));
  router.all(callbackPath, (_, response) => void response.status(405).set('Allow', 'POST').end());
  router.get(googleLogoPath, sendLogo);
  router.use(googleWalletPath, (_, response) => void response.status(404).end());
  // The pass was deleted between two statements of the request.
  router.use(googleWalletPath, answerHookFailure(services, { WALLET_PASS_NOT_FOUND: 200 }));
  return router;
}

/** Callbacks are public, and verifying one takes time. Google repeats those that are refused. */
const callbacks = new RateLimiterMemory({ points: 100, duration: 1 });

/** An account has at most one Google integration, so this limits the account. */
const limitCallbacks: RequestHandler = async (request, response, next) => {
  const id = String(request.params.id);
  if (!idPattern('integration').test(id)) return void response.status(404).end();
  const isAllowed = await callbacks.consume(id).then(Boolean, () => false);
  if (isAllowed) return next();
  response.status(429).set('Retry-After', '1').end();
};

function hear({ database }: Services, keys: RootKeys): RequestHandler {
  return async (request, response) => {
    const integration = await findIntegration(database, String(request.params.id));
    if (!integration) return void response.status(404).end();
    await readReport(request);
    const { issuerId = '' } = JSON.parse(integration.shown) as ShownSettings;
    const report = await keys.verifiedBy((rootKeys) => verifyCallback(request.body, issuerId, rootKeys));
    const pass = report && (await passOfReport(database, report, { accountId: integration.accountId, issuerId }));
    if (!report || pass === 'FOREIGN') return void response.status(403).end();
    // The session or loyalty user was deleted. With another status, Google would repeat the report.
    if (!pass) return void response.status(200).end();
    const isNew = await applyReport(database, integration, { pass, report });
    response.status(isNew ? 200 : 403).end();
  };
}

function findIntegration(database: Services['database'], id: string): Promise<Integration | null> {
  return findRow(database, integrations, { id, provider: 'GOOGLE', disconnectedAt: null });
}

const logoSize = 660;

const sendLogo: RequestHandler = async (_, response) => {
  const logo = await icon({ background: usualBackground, foreground: '#ffffff' }, logoSize);
  response.set({ 'Cache-Control': 'public, max-age=86400' }).type('png').send(logo);
};
