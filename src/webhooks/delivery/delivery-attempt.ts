import { createHmac } from 'node:crypto';
import type { Event } from '../../kernel/event-log/event.ts';
import { retryAfterOf } from '../../kernel/leased-queue/backoff.ts';
import { describeFailure } from '../../kernel/outbound/failure-wording.ts';
import type { Outbound } from '../../kernel/outbound/outbound.ts';
import type { Secrets } from '../../kernel/security/secrets.ts';
import { currentTraceparent } from '../../kernel/telemetry/instrumentation.ts';
import { clockAhead, type Instant, toInstant } from '../../kernel/values/instant.ts';
import { type SigningKeys, secretPrefix, signingKeys, type WebhookEndpoint } from '../endpoint/endpoint.ts';
import type { PayloadContext, RenderPayload } from '../payload/payload-context.ts';

export interface AttemptDependencies {
  outbound: Outbound;
  secrets: Secrets;
  render: RenderPayload;
}

export interface Happened {
  event: Event;
  facts: PayloadContext;
  /** The body as JSON. The first delivery of the event sets it. */
  body?: string;
  /** The trace in which the event was recorded, if known. */
  traceparent?: string | null;
}

export interface Attempted {
  at: Instant;
  milliseconds: number;
  status: number | null;
  response: string | null;
  error: string | null;
  retryAfter: Date | null;
}

export function attempt(
  sender: AttemptDependencies,
  endpoint: WebhookEndpoint,
  happened: Happened,
): Promise<Attempted> {
  const { event, facts } = happened;
  happened.body ??= JSON.stringify(sender.render(event, facts));
  return attemptBody(sender, endpoint, event.id, happened.body);
}

export async function attemptBody(
  { outbound, secrets }: Pick<AttemptDependencies, 'outbound' | 'secrets'>,
  endpoint: WebhookEndpoint,
  id: string,
  body: string,
  timeoutMilliseconds?: number,
): Promise<Attempted> {
  const at = new Date();
  const began = performance.now();
  const outcome = await outbound
    .post({
      url: endpoint.url,
      headers: requestHeaders(endpoint, secrets, id, body, at),
      body,
      ...(timeoutMilliseconds && { timeoutMilliseconds }),
    })
    .then(
      ({ status, headers, body: response }) => ({
        status,
        response,
        error: errorOf(status),
        retryAfter: onClock(retryAfterOf(headers['retry-after'], at)),
      }),
      (error: Error) => ({ status: null, response: null, error: describeFailure(error), retryAfter: null }),
    );
  return {
    at: toInstant(onClock(at)),
    milliseconds: Math.round(performance.now() - began),
    ...outcome,
  };
}

/** Returns a time on the clock of the account, on which attempts run. */
function onClock<Time extends Date | null>(time: Time): Time | Date {
  return time && new Date(time.getTime() + clockAhead());
}

export function requestHeaders(
  endpoint: WebhookEndpoint,
  secrets: Secrets,
  id: string,
  body: string,
  at: Date,
): Record<string, string> {
  const traceparent = currentTraceparent();
  return {
    'content-type': 'application/json',
    'user-agent': 'campaign-service-webhooks',
    ...(traceparent && { traceparent }),
    ...signatureHeaders(id, body, at, signingKeys(endpoint, secrets)),
  };
}

function errorOf(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400)
    return `The endpoint responded with a redirect (${status}), which is not followed.`;
  return status === 410
    ? 'The endpoint responded with 410 Gone: it no longer accepts webhooks.'
    : `The endpoint responded with the status ${status}.`;
}

/**
 * Returns the headers of Standard Webhooks, with one signature per valid secret. `x-hmac` uses the owner's key, or the
 * secret as text.
 */
function signatureHeaders(id: string, body: string, at: Date, { current, previous, hmacSecret }: SigningKeys) {
  const secrets = previous ? [current, previous] : [current];
  const time = String(Math.floor(at.getTime() / 1000));
  return {
    'webhook-id': id,
    'webhook-timestamp': time,
    'webhook-signature': secrets.map((secret) => signature(secret, `${id}.${time}.${body}`)).join(' '),
    'x-hmac': hmac(hmacSecret ?? current, body),
    ...(previous && !hmacSecret && { 'x-hmac-previous': hmac(previous, body) }),
  };
}

/**
 * Returns a signature. The Standard Webhooks library computes the hash in JavaScript, which takes ten times as long.
 */
function signature(secret: string, content: string): string {
  const key = Buffer.from(secret.slice(secretPrefix.length), 'base64');
  return `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
}

function hmac(secret: string, body: string): string {
  return createHmac('sha256', secret).update(body).digest('hex');
}
