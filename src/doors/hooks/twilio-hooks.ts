import { type Request, type RequestHandler, Router } from 'express';
import type { Services } from '../../kernel/api/context.ts';
import { findRow } from '../../kernel/database/rows.ts';
import { idPattern } from '../../kernel/values/ids.ts';
import { twilioPath, twilioRoot } from '../../kernel/values/links.ts';
import { integrations, settingsOf } from '../../messaging/integration/integration.ts';
import type { TwilioSettings } from '../../messaging/platform/platform-settings.ts';
import { isTwilioSignature } from '../../messaging/platform/twilio/twilio-signature.ts';
import { createReceipts } from '../../messaging/receipt/platform-receipts.ts';
import { readFormText } from '../http/body/form-body.ts';
import { traceOf } from '../http/request-trace.ts';
import { answerHookFailure } from './hook-failure.ts';

const statusPath = twilioPath(':id', 'status');
const inboundPath = twilioPath(':id', 'inbound');

/** In bytes. */
const longestBody = 64 * 1024;

/** Receives the callbacks of Twilio: the status of a message, and replies. Accepts only signed requests. */
export function twilioHooks(services: Services): Router {
  const router = Router();
  router.post(statusPath, heard(services, noteStatus));
  router.post(inboundPath, heard(services, noteReply));
  router.all([statusPath, inboundPath], (_, response) => {
    response.status(405).set('Allow', 'POST').end();
  });
  router.use(twilioRoot, answerHookFailure(services));
  return router;
}

/** Records the fields of a callback. */
type Note = (services: Services, integrationId: string, fields: URLSearchParams) => Promise<void>;

/** The response in Twilio's markup language that contains no instructions. */
const nothingToDo = '<?xml version="1.0" encoding="UTF-8"?><Response></Response>';

function heard(services: Services, note: Note): RequestHandler {
  return async (request, response) => {
    traceOf(request).operation = 'twilio';
    const id = String(request.params.id);
    const authToken = await tokenOf(services, id);
    if (authToken === null) return void response.status(404).end();
    const fields = new URLSearchParams(await readFormText(request, longestBody));
    if (!isSigned(request, services.publicUrl, authToken, fields)) return void response.status(403).end();
    await note(services, id, fields);
    response.type('text/xml').send(nothingToDo);
  };
}

async function tokenOf({ database, secrets }: Services, id: string): Promise<string | null> {
  if (!idPattern('integration').test(id)) return null;
  const which = { id, provider: 'TWILIO' as const, disconnectedAt: null };
  const integration = await findRow(database, integrations, which);
  return integration && (settingsOf(integration, secrets) as TwilioSettings).authToken;
}

/** Returns whether the signature is valid. Twilio signs the public address, which a proxy may have rewritten. */
function isSigned(request: Request, publicUrl: string, authToken: string, fields: URLSearchParams): boolean {
  const { pathname, search } = new URL(request.originalUrl, publicUrl);
  return isTwilioSignature(authToken, publicUrl + pathname + search, fields, request.get('X-Twilio-Signature') ?? '');
}

const states: Record<string, 'DELIVERED' | 'FAILED'> = {
  delivered: 'DELIVERED',
  read: 'DELIVERED',
  undelivered: 'FAILED',
  failed: 'FAILED',
  canceled: 'FAILED',
};

const noteStatus: Note = async ({ database, log }, integrationId, fields) => {
  const sid = fields.get('MessageSid') ?? fields.get('SmsSid');
  const status = fields.get('MessageStatus') ?? fields.get('SmsStatus') ?? '';
  const state = states[status];
  if (!sid || !state) return;
  const code = fields.get('ErrorCode');
  const reason = `Twilio reports: ${status}${code ? `, error ${code.slice(0, 20)}` : ''}`;
  await createReceipts(database, log).received(integrationId, sid, state, state === 'FAILED' ? reason : null);
};

const noteReply: Note = async ({ database, log }, integrationId, fields) => {
  const from = fields.get('From');
  // Twilio's own opt-out management reports the recognised keyword in a separate field.
  const text = fields.get('OptOutType') ?? fields.get('Body');
  if (from && text) await createReceipts(database, log).replied(integrationId, from, text);
};
