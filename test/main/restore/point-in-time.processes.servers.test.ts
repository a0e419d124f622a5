import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, inject, onTestFinished, test } from 'vitest';
import type { Database } from '../../../src/kernel/database/database.ts';
import { openDatabase } from '../../../src/kernel/database/engines/database-url.ts';
import { migrate } from '../../../src/kernel/database/migration.ts';
import { model } from '../../../src/main/registries/tables.ts';
import type { RestoreReport } from '../../../src/main/restore/restored-database.ts';
import { listCaptured, readCaptured } from '../../../src/messaging/platform/outbox.ts';
import { addToPool } from '../../../src/sessions/validation-code/code-pool.ts';
import { ClaimLoad } from '../../support/claim-load.ts';
import { Client } from '../../support/client.ts';
import { follow as followEvents } from '../../support/follow.ts';
import { appSecret, makeAccount, makeCoupon, makeIntegration, makeSessions } from '../../support/make.ts';
import { startAndFail, startServer } from '../../support/processes.ts';
import { follow } from '../../webhooks/webhook-client.ts';
import { cli, makeWorld } from './restorable-world.ts';

const settings = { ALLOW_INSECURE_WEBHOOKS: 'on', ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8', RATE_LIMIT: '0' };

test('a database that was lost under load is restored to a moment: the report tells exactly what was lost, and nothing is handed out, mailed or delivered twice', async () => {
  const engine = inject('engine');
  const world = await makeWorld(engine);
  const before = await openUntilFinished(world.url);
  await migrate(before);
  const owner = await makeAccount(before);
  await makeIntegration(before, owner);
  await before.transaction(({ change }) =>
    change('UPDATE accounts SET domain = ? WHERE id = ?', ['bakery.example', owner.account.id]),
  );
  const coupon = await makeCoupon(before, owner);
  const withPool = await makeCoupon(before, owner);
  const codes = Array.from({ length: 2000 }, (_, index) => ({ line: index + 1, code: `C${10_000 + index}` }));
  await before.transaction((transaction) => addToPool(transaction, withPool.id, codes, 1));
  const sessions = await makeSessions(before, coupon, Array(20_000).fill({}));
  const sessionsOfPool = await makeSessions(before, withPool, Array(2000).fill({}));
  const env = { ...settings, APP_SECRET: appSecret, DATA_DIR: world.dataDirectory };
  const server = await startServer(world.url, env);
  const client = new Client(server.url, owner);
  const receiver = (await follow(client)).receiver;
  // Its deliveries wait for another attempt when the database is lost.
  const failing = (await follow(client)).receiver;
  failing.answers = [503];

  const claims = new ClaimLoad([client], codesOf(sessions), { customers: 4 });
  const fromPool = new ClaimLoad([client], codesOf(sessionsOfPool), { customers: 2, pause: 60 });
  const mails = new MailLoad(client, coupon.id);
  const load = [claims, fromPool] as const;
  await expect.poll(() => load.every(({ claimed }) => claimed.length > 20)).toBe(true);
  await expect.poll(() => sentIn(before)).toBeGreaterThan(5);
  const atBegin = new Set([...claims.claimed, ...fromPool.claimed]);
  await world.backUp();
  await expect.poll(() => claims.claimed.length).toBeGreaterThan(atBegin.size + 20);
  await world.notePoint();
  const atPoint = new Set([...claims.claimed, ...fromPool.claimed]);
  const sentAtPoint = await sentIn(before);
  await expect.poll(() => claims.claimed.length + fromPool.claimed.length).toBeGreaterThan(atPoint.size + 50);
  await expect.poll(() => sentIn(before)).toBeGreaterThan(sentAtPoint + 5);
  await Promise.all([claims.stop(), fromPool.stop(), mails.stop()]);
  expect([...claims.wrong, ...fromPool.wrong]).toEqual([]);
  const acknowledged = [...claims.claimed, ...fromPool.claimed];
  const lastSequence = await newSequence(client, coupon.id);
  const last = await lastEvent(before);
  await server.program.stop('SIGKILL');
  const codesBefore = await codesIn(before, withPool.id);
  await before.close();

  const restoring = performance.now();
  const { url, lost } = await world.restore();
  if (engine === 'sqlite') {
    const { code, line } = await startAndFail({ ...env, DATABASE_URL: url, LOG_LEVEL: 'error' });
    expect(code).toBe(1);
    expect(line).toContain('restore finish');
  }
  const file = join(world.dataDirectory, 'report.json');
  const finished = await cli(['restore', 'finish', '--lost', lost, '--report', file], url, world.dataDirectory);
  expect(finished).toMatchObject({ code: 0, errors: '' });
  const seconds = (performance.now() - restoring) / 1000;
  const report = JSON.parse(await readFile(file, 'utf8')) as RestoreReport;
  const after = await openUntilFinished(url);
  const kept = new Set(await claimedIn(after));

  // The report equals what the customers know.
  const lostClaims = acknowledged.filter((session) => !kept.has(session)).toSorted();
  expect(lostClaims.length).toBeGreaterThan(0);
  expect(lostClaims.filter((session) => atBegin.has(session))).toEqual([]);
  if (engine !== 'sqlite') expect(lostClaims.filter((session) => atPoint.has(session))).toEqual([]);
  const reported = (report.lost ?? []).filter(({ type }) => type === 'coupon_claimed').map(({ session }) => session);
  expect(reported.toSorted()).toEqual(lostClaims);
  expect(report.lostByType?.coupon_claimed).toBe(lostClaims.length);
  const stillThere = new Set(await mailed(after));
  expect(report.lostByType?.message_sent ?? 0).toBeGreaterThan(0);
  const lostMails = mails.sent.filter((session) => !stillThere.has(session)).toSorted();
  const reportedMails = (report.lost ?? []).filter(({ type }) => type === 'coupon_session_created');
  expect(
    reportedMails
      .flatMap(({ session }) => session ?? [])
      .filter((one) => mails.sent.includes(one))
      .toSorted(),
  ).toEqual(lostMails);

  const delivered = new Set([...receiver.ids, ...failing.ids]);
  const receivedBefore = new Set(receiver.ids);
  const captured = await capturedIn(world.dataDirectory, owner.account.id);
  failing.answers = [200];
  const seenBefore = receiver.received.length;
  const again = await startServer(url, env);
  const next = new Client(again.url, owner);

  // Consumers learn of the gap, whether they name their last event or not.
  const place = { after: last.position, afterEvent: last.id };
  await expect(followEvents(next, 'WebSocket', place).take(1)).rejects.toMatchObject({ code: 'CURSOR_EXPIRED' });
  const plain = { after: last.position };
  await expect(followEvents(next, 'WebSocket', plain).take(1)).rejects.toMatchObject({ code: 'CURSOR_EXPIRED' });

  // Nothing is handed out twice: neither numbers nor codes.
  expect(await newSequence(next, coupon.id)).toBeGreaterThan(lastSequence);
  const more = sessionsOfPool.map(({ session }) => session).filter((session) => !acknowledged.includes(session));
  const later = new ClaimLoad([next], more.slice(0, 1000), { customers: 2, pause: 5 });
  await expect.poll(() => later.claimed.length).toBeGreaterThan(50);
  await later.stop();
  expect(later.wrong).toEqual([]);
  const codesAfter = await codesIn(after, withPool.id);
  const twice = [...codesAfter].filter(([code, session]) => (codesBefore.get(code) ?? session) !== session);
  expect(twice).toEqual([]);

  // New events arrive, and none that a receiver has or may have.
  await expect.poll(() => receiver.received.length - seenBefore).toBeGreaterThanOrEqual(later.claimed.length);
  await expect.poll(() => waitingIn(after)).toEqual([]);
  const arrivals = receiver.received.slice(seenBefore).map(({ headers }) => String(headers['webhook-id']));
  expect(arrivals.filter((id) => receivedBefore.has(id))).toEqual([]);
  expect(new Set(arrivals).size).toBe(arrivals.length);
  expect(delivered.size).toBeGreaterThan(0);
  const mailedAgain = await capturedIn(world.dataDirectory, owner.account.id);
  expect(mailedAgain.length).toBe(new Set(mailedAgain).size);
  expect(captured.length).toBeGreaterThan(0);
  expect(await unsureIn(after, report)).toEqual(report.perhapsSent);
  await again.program.stop();
  await after.close();
  console.log(
    `${engine}: restored in ${seconds.toFixed(1)} s (finish ${report.milliseconds} ms), lost ${lostClaims.length} of ${acknowledged.length} claims, ${lostMails.length} of ${mails.sent.length} mails, ${report.perhapsSent.webhooks.length} deliveries and ${report.perhapsSent.messages.length} messages held`,
  );
});

/** Sends a coupon to one address after another. */
class MailLoad {
  /** The sessions that were sent. */
  readonly sent: string[] = [];
  #running = true;
  readonly #done: Promise<void>;

  constructor(client: Client, coupon: string) {
    this.#done = (async () => {
      for (let count = 0; this.#running; count += 1) {
        const { data, errors } = await client.graphql(
          'mutation ($input: SendCouponEmailInput!) { sendCouponEmail(input: $input) { session { session } } }',
          { input: { coupon, email: `ada-${count}@example.com` } },
        );
        if (errors.length > 0) throw new Error(JSON.stringify(errors));
        this.sent.push(data.sendCouponEmail.session.session);
        await sleep(20);
      }
    })();
  }

  async stop(): Promise<void> {
    this.#running = false;
    await this.#done;
  }
}

async function openUntilFinished(url: string): Promise<Database> {
  const database = await openDatabase(url, model);
  onTestFinished(() => database.close().catch(() => undefined));
  return database;
}

function codesOf(sessions: readonly { session: string }[]): string[] {
  return sessions.map(({ session }) => session);
}

async function newSequence(client: Client, coupon: string): Promise<number> {
  const { data, errors } = await client.graphql(
    'mutation ($input: CreateSingleUseUrlInput!) { createSingleUseUrl(input: $input) { session { sequenceId } } }',
    { input: { coupon } },
  );
  expect(errors).toEqual([]);
  return Number(data.createSingleUseUrl.session.sequenceId);
}

async function lastEvent(database: Database): Promise<{ position: number; id: string }> {
  const waiting = 'SELECT 1 FROM events WHERE position IS NULL LIMIT 1';
  await expect.poll(() => database.rows(waiting)).toEqual([]);
  const [last] = await database.rows<{ position: number; id: string }>(
    'SELECT position, id FROM events ORDER BY position DESC LIMIT 1',
  );
  return last ?? { position: 0, id: '' };
}

async function claimedIn(database: Database): Promise<string[]> {
  return codesOf(
    await database.rows<{ session: string }>('SELECT session FROM coupon_sessions WHERE claimed_at IS NOT NULL'),
  );
}

async function mailed(database: Database): Promise<string[]> {
  return codesOf(
    await database.rows<{ session: string }>('SELECT session FROM coupon_sessions WHERE email IS NOT NULL'),
  );
}

/** Returns the number of messages that were sent. */
async function sentIn(database: Database): Promise<number> {
  const [row] = await database.rows<{ sent: number }>(
    `SELECT COUNT(*) AS sent FROM events WHERE type = 'message_sent'`,
  );
  return Number(row?.sent);
}

/** Returns the session of each code of a coupon that a session has. */
async function codesIn(database: Database, coupon: string): Promise<Map<string, string>> {
  const rows = await database.rows<{ code: string; session: string }>(
    `SELECT custom_validation_code AS code, session FROM coupon_sessions
     WHERE coupon_id = ? AND custom_validation_code IS NOT NULL`,
    [coupon],
  );
  return new Map(rows.map(({ code, session }) => [code, session]));
}

function waitingIn(database: Database): Promise<unknown[]> {
  return database.rows(
    `SELECT d.id AS id FROM webhook_deliveries d WHERE d.status = 'PENDING' AND d.failures = 0
     UNION ALL SELECT m.id AS id FROM messages m WHERE m.status IN ('QUEUED', 'SENDING')`,
  );
}

/** Returns the addresses of captured mails. */
async function capturedIn(directory: string, accountId: string): Promise<string[]> {
  const names = await listCaptured(directory, accountId);
  const found = await Promise.all(names.map((name) => readCaptured(directory, accountId, name)));
  return found.flatMap((message) => (message?.channel === 'EMAIL' ? message.to.address : []));
}

/** Returns what the report says is held, as the database shows it. */
async function unsureIn(database: Database, { perhapsSent }: RestoreReport): Promise<RestoreReport['perhapsSent']> {
  const messages = await database.rows<{ id: string }>(
    `SELECT id FROM messages WHERE status = 'UNKNOWN' ORDER BY number`,
  );
  const webhooks = await database.rows<{ id: string }>(
    `SELECT id FROM webhook_deliveries WHERE status = 'FAILED' ORDER BY number`,
  );
  const ids = (rows: { id: string }[]) => rows.map(({ id }) => id);
  return { ...perhapsSent, messages: ids(messages), webhooks: ids(webhooks) };
}
