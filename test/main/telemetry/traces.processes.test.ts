import { randomBytes } from 'node:crypto';
import { beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../src/kernel/database/engines/database-url.ts';
import { model } from '../../../src/main/registries/tables.ts';
import { Client } from '../../support/client.ts';
import { giveBackDatabase, takeDatabase, timeoutOfTests } from '../../support/database.ts';
import { makeAccount, makeCoupon, makeSession } from '../../support/make.ts';
import { Program, startServer } from '../../support/processes.ts';
import { type CollectedSpan, TraceCollector } from '../../support/trace-collector.ts';
import { follow } from '../../webhooks/webhook-client.ts';

const unsampled = { OTEL_TRACES_SAMPLER: 'parentbased_always_off' };
const alone = inject('engine') === 'sqlite';
let databaseUrl: string;

beforeAll(async () => {
  const [engine, serverUrl] = [inject('engine'), inject('serverUrl')];
  // One without messages of other tests, which workers would send meanwhile.
  databaseUrl = await takeDatabase(engine, serverUrl);
  return () => giveBackDatabase(serverUrl, databaseUrl);
});

test('a trace goes from a call through its transaction to the webhook, which another process sends', async () => {
  const collector = await TraceCollector.startForTest();
  const { client, owner, sessions } = await begin({ ...collector.environment, ...unsampled }, 2);
  const { receiver } = await follow(client);
  const [one, other] = sessions.map((session) => ({ session, ...newTrace() }));

  const answers = await Promise.all([one, other].map((call) => claim(client, call?.session, call?.traceparent)));

  expect(answers).toEqual([[], []]);
  const webhookOf = (session = '') => receiver.received.find(({ body }) => body.includes(session));
  for (const { session, traceId, spanId } of [one, other].flatMap((call) => call ?? [])) {
    await expect.poll(() => traceOf(webhookOf(session)?.headers.traceparent)).toBe(traceId);
    const parts = ['POST claimCouponSession', 'graphql', 'deliveries'];
    await expect.poll(() => namesOf(collector, traceId)).toEqual(expect.arrayContaining(parts));
    const request = spanOf(collector, traceId, 'POST claimCouponSession');
    expect(request).toMatchObject({ parentSpanId: spanId, failed: false, service: 'campaign-service' });
    expect(request?.attributes).toMatchObject({ 'campaigns.account': owner.account.id });
    const document = spanOf(collector, traceId, 'graphql');
    expect(document?.parentSpanId).toBe(request?.spanId);
    expect(spanOf(collector, traceId, 'deliveries')?.parentSpanId).toBe(document?.spanId);
  }
  // Simultaneous calls share a transaction, which is in the trace of one of them.
  expect(collector.named('transaction').length).toBeGreaterThan(0);
  await expect.poll(() => [...collector.metrics]).toContain('campaigns.request.duration');
});

test('a failed call is recorded although its trace is not sampled, and the log names its trace', async () => {
  const collector = await TraceCollector.startForTest();
  const { client, program, owner } = await begin({ ...collector.environment, ...unsampled, LOG_LEVEL: 'info' }, 0);

  await client.graphql('{ viewer { account { id } } }');
  await client.graphql('mutation { claimCouponSession(input: { session: "999999999999999999999" }) { session } }');

  await expect.poll(() => collector.spans.map(({ name }) => name)).toEqual(['POST claimCouponSession']);
  const [span] = collector.spans;
  expect(span).toMatchObject({
    failed: true,
    attributes: { 'campaigns.account': owner.account.id, 'campaigns.problem': 'SESSION_NOT_FOUND' },
  });
  const said = await program.says(new RegExp(`^(.*"traceId":"${span?.traceId}".*)$`, 'm'));
  expect(JSON.parse(said)).toMatchObject({
    operation: 'claimCouponSession',
    requestId: span?.attributes['campaigns.request_id'],
  });
});

test('a document, its transaction and the lines of the log belong to the trace of their request', async () => {
  const collector = await TraceCollector.startForTest();
  const environment = { ...collector.environment, OTEL_TRACES_SAMPLER: 'always_on', OTEL_SERVICE_NAME: 'tills' };
  const { client } = await begin(environment, 0);

  await client.graphql('mutation { createCoupon(input: { name: "Bread" }) { id } }');

  await expect.poll(() => collector.named('POST createCoupon')).toHaveLength(1);
  const [request] = collector.named('POST createCoupon');
  const document = childrenOf(collector, request).find(({ name }) => name === 'graphql');
  expect(document).toMatchObject({ name: 'graphql', service: 'tills' });
  expect(childrenOf(collector, document)).toMatchObject([{ name: 'transaction' }]);
});

test('without configuration, nothing is traced and callers cannot start it', async () => {
  const { client, sessions } = await begin({}, 1);
  const { receiver } = await follow(client);

  expect(await claim(client, sessions[0], newTrace().traceparent)).toEqual([]);

  await expect.poll(() => receiver.received.length).toBeGreaterThan(0);
  expect(receiver.received.map(({ headers }) => headers.traceparent)).toEqual(receiver.received.map(() => undefined));
});

/** A server, and on database servers another process that works in the background, with an account and sessions. */
async function begin(environment: NodeJS.ProcessEnv, amount: number) {
  const database = await openDatabase(databaseUrl, model, timeoutOfTests);
  onTestFinished(() => database.close());
  const owner = await makeAccount(database);
  const coupon = await makeCoupon(database, owner);
  const sessions: string[] = [];
  for (let made = 0; made < amount; made += 1) sessions.push((await makeSession(database, owner, { coupon })).session);
  const env = { ALLOW_INSECURE_WEBHOOKS: 'on', ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8', ...environment };
  const { url, program } = await startServer(databaseUrl, { ...env, WORKER: alone ? 'on' : 'off' });
  if (!alone) await new Program('worker.ts', [], { ...env, DATABASE_URL: databaseUrl }).says(/(Worker is running)/);
  return { client: new Client(url, owner), program, owner, sessions };
}

async function claim(client: Client, session = '', traceparent = ''): Promise<string[]> {
  const caller = client.with({ ...client.headers, traceparent });
  const { codes } = await caller.graphql(
    `mutation { claimCouponSession(input: { session: "${session}" }) { session } }`,
  );
  return codes;
}

function newTrace() {
  const [traceId, spanId] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')];
  return { traceId, spanId, traceparent: `00-${traceId}-${spanId}-01` };
}

function traceOf(header: string | string[] | undefined): string | undefined {
  return String(header ?? '').split('-')[1];
}

function namesOf({ spans }: TraceCollector, traceId: string): string[] {
  return spans.filter((span) => span.traceId === traceId).map(({ name }) => name);
}

function spanOf({ spans }: TraceCollector, traceId: string, name: string): CollectedSpan | undefined {
  return spans.find((span) => span.traceId === traceId && span.name === name);
}

function childrenOf({ spans }: TraceCollector, parent: CollectedSpan | undefined): CollectedSpan[] {
  return spans.filter(({ parentSpanId }) => parentSpanId !== undefined && parentSpanId === parent?.spanId);
}
