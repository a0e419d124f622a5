import { type RequestHandler, Router } from 'express';
import type { Services } from '../api/context.ts';
import { readFormText } from '../http/body/form-body.ts';
import { traceOf } from '../http/request-trace.ts';
import { findRow } from '../kernel/database/rows.ts';
import { integrations, settingsOf } from '../messaging/integration/integration.ts';
import type { HookRequest, Platform, PlatformHooks } from '../messaging/platform/declaration.ts';
import { platforms } from '../messaging/platform/platform-list.inputs.ts';
import { createReceipts } from '../messaging/receipt/platform-receipts.ts';
import { idPattern } from '../vocabulary/ids.ts';
import { platformHookPath, platformHooksRoot } from '../vocabulary/links.ts';
import { answerHookFailure } from './hook-failure.ts';

const longestBody = 64 * 1024;

export function platformHookRoutes(services: Services): Router {
  const router = Router();
  for (const [provider, { hooks }] of Object.entries<Platform>(platforms)) {
    if (!hooks) continue;
    const [status, inbound] = [
      platformHookPath(provider, ':id', 'status'),
      platformHookPath(provider, ':id', 'inbound'),
    ];
    router.post(status, heard(services, { provider, hooks }, noteStatus));
    router.post(inbound, heard(services, { provider, hooks }, noteReply));
    router.all([status, inbound], (_, response) => {
      response.status(405).set('Allow', 'POST').end();
    });
    router.use(platformHooksRoot(provider), answerHookFailure(services));
  }
  return router;
}

type Note = (services: Services, hooks: PlatformHooks, integrationId: string, request: HookRequest) => Promise<void>;

function heard(
  services: Services,
  { provider, hooks }: { provider: string; hooks: PlatformHooks },
  note: Note,
): RequestHandler {
  return async (request, response) => {
    traceOf(request).operation = provider.toLowerCase();
    const id = String(request.params.id);
    const settings = await connectedSettings(services, provider, id);
    if (settings === null) return void response.status(404).end();
    // A proxy may have rewritten the address.
    const { pathname, search } = new URL(request.originalUrl, services.publicUrl);
    const given: HookRequest = {
      url: services.publicUrl + pathname + search,
      body: await readFormText(request, longestBody),
      header: (name) => request.get(name),
    };
    if (!hooks.isGenuine(settings, given)) return void response.status(403).end();
    await note(services, hooks, id, given);
    response.type(hooks.answer.type).send(hooks.answer.body);
  };
}

async function connectedSettings({ database, secrets }: Services, provider: string, id: string) {
  if (!idPattern('integration').test(id)) return null;
  const which = { id, provider, disconnectedAt: null };
  const integration = await findRow(database, integrations, which);
  return integration && settingsOf(integration, secrets);
}

const noteStatus: Note = async ({ database, log }, hooks, integrationId, request) => {
  const report = hooks.status(request);
  if (!report) return;
  const { platformId, state, reason } = report;
  await createReceipts(database, log).received(integrationId, platformId, state, reason);
};

const noteReply: Note = async ({ database, log }, hooks, integrationId, request) => {
  const reply = hooks.inbound(request);
  if (reply) await createReceipts(database, log).replied(integrationId, reply.from, reply.text);
};
