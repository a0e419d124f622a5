import { type Account, addAccount } from '../../src/accounts/account/account.ts';
import { issueApiKey } from '../../src/accounts/api-key/api-key.ts';
import { scopes as allScopes, type Scope } from '../../src/api/scope.ts';
import { blankCoupon, type Coupon, coupons } from '../../src/coupons/coupon/coupon.ts';
import { type CouponChanges, changeCoupon } from '../../src/coupons/coupon/coupon-changes.ts';
import { countLocations, writeLocations } from '../../src/coupons/coupon/coupon-locations.ts';
import { type Folder, folders } from '../../src/coupons/folder/folder.ts';
import { setTags } from '../../src/coupons/tag/tag.ts';
import type { Database } from '../../src/kernel/database/database.ts';
import { reserve } from '../../src/kernel/database/sequence.ts';
import { type Event, events } from '../../src/kernel/event-log/event.ts';
import { Secrets } from '../../src/kernel/security/secrets.ts';
import { type Instant, now } from '../../src/kernel/values/instant.ts';
import { connect, type Integration } from '../../src/messaging/integration/integration.ts';
import { addMarks } from '../../src/sessions/index/session-mark.ts';
import { type CouponSession, couponSessions } from '../../src/sessions/session/session.ts';
import { createSession, reserveSequence, type SessionInput } from '../../src/sessions/session/session-creation.ts';
import { newId } from '../../src/vocabulary/ids.ts';
import { type WebhookDelivery, webhookDeliveries } from '../../src/webhooks/delivery/delivery.ts';
import { addDeliveries } from '../../src/webhooks/delivery/fan-out.ts';
import {
  blankEndpoint,
  changeEndpoint,
  type EndpointSettings,
  newSecret,
  type WebhookEndpoint,
  webhookEndpoints,
} from '../../src/webhooks/endpoint/endpoint.ts';
import './ascending-ids.ts';
import { findRows, insertRow, insertRows, requireRow, updateRows } from '../../src/kernel/database/rows.ts';
import type { Owner } from './client.ts';
import { sequence } from './events.ts';

/*
 * Factories. A factory also makes missing objects, for example the coupon of a session. Factories write the same rows
 * as the product. Only states that depend on the passage of time are written directly.
 */

/** The encryption secret of the service in tests. */
export const appSecret = 'a secret of the tests, long enough';

export interface NewKey {
  /** Default a new account. */
  account?: Account;
  scopes?: readonly Scope[];
  expiresAt?: Instant;
  parent?: Account;
  timezone?: string;
  domain?: string;
}

export async function makeAccount(
  database: Database,
  { account, scopes = allScopes, expiresAt, parent, timezone, domain }: NewKey = {},
): Promise<Owner> {
  return database.transaction(async (transaction) => {
    const owner =
      account ?? (await addAccount(transaction, { name: 'Test', timezone, domain, parentId: parent?.id ?? null }));
    const { key, secret } = await issueApiKey(transaction, { accountId: owner.id, name: 'test', scopes, expiresAt });
    return { account: owner, keyId: key.id, secret };
  });
}

type CouponInput = Partial<Pick<Coupon, 'status' | 'startsAt' | 'expiresAt' | 'createdAt' | 'deletedAt'>> & {
  locked?: boolean;
  voided?: boolean;
};

interface Named {
  tags?: string[];
  /** The ids of the locations where the coupon can be redeemed. */
  locations?: string[];
}

/** Makes a coupon of the account. `locked: true` and `voided: true` mean now. */
export async function makeCoupon(
  database: Database,
  { account }: Owner,
  { locked, voided, tags = [], locations = [], ...rest }: CouponChanges & CouponInput & Named = {},
): Promise<Coupon> {
  const { status, startsAt, expiresAt, createdAt, deletedAt, ...changes } = rest;
  const coupon = blankCoupon(account.id, account.timezone);
  changeCoupon(coupon, { name: 'Bread', ...changes });
  const facts = {
    status,
    startsAt,
    expiresAt,
    createdAt,
    deletedAt,
    lockedAt: locked && now(),
    voidedAt: voided && now(),
  };
  Object.assign(coupon, Object.fromEntries(Object.entries(facts).filter(([, value]) => value)));
  if (expiresAt) coupon.expiryType = 'FIXED';
  await database.transaction(async (transaction) => {
    const named = await countLocations(transaction, coupon, locations);
    await insertRow(transaction, coupons, coupon);
    await setTags(transaction, coupon.id, tags);
    await writeLocations(transaction, coupon, named);
  });
  return coupon;
}

export async function makeFolder(database: Database, { account }: Owner, name = 'Folder'): Promise<Folder> {
  const folder = { id: newId('folder'), accountId: account.id, name, parentId: null, createdAt: now() };
  await database.transaction((transaction) => insertRow(transaction, folders, folder));
  return folder;
}

const facts = ['opened', 'started', 'claimed', 'validated', 'locked', 'voided'] as const;
const marked = ['opened', 'claimed', 'validated'] as const;
export type SessionPast = { [Fact in (typeof facts)[number]]?: boolean | Instant };

/** Makes a session of the coupon. A fact such as `claimed` is either a time or `true`, which means now. */
export async function makeSession(
  database: Database,
  owner: Owner,
  given: SessionInput & SessionPast & { coupon?: Coupon; createdAt?: Instant; expiresAt?: Instant } = {},
): Promise<CouponSession> {
  const {
    coupon = await makeCoupon(database, owner),
    createdAt,
    expiresAt,
    opened,
    started,
    claimed,
    validated,
    locked,
    voided,
    ...input
  } = given;
  const reserved = await reserveSequence(database, coupon.id);
  const { sequence } = reserved;
  const { session } = await database.transaction((transaction) =>
    createSession(transaction, coupon, reserved, input, owner.keyId),
  );
  const changes: Partial<CouponSession> = {
    ...timesOf({ opened, started, claimed, validated, locked, voided }),
    ...(createdAt && { createdAt }),
    ...(expiresAt && { ownExpiresAt: expiresAt, expiresAt }),
  };
  const { expiresAt: _, ...stored } = changes;
  if (Object.keys(stored).length > 0) {
    await database.transaction(async (transaction) => {
      await updateRows(transaction, couponSessions, { sequence }, stored as never);
      await addMarks(transaction, 's.sequence = :sequence', { sequence }, marked);
    });
  }
  return Object.assign(session, changes);
}

/** Makes many sessions of a coupon, a thousand in a statement, without events. */
export async function makeSessions(
  database: Database,
  coupon: Coupon,
  given: readonly (SessionPast & { createdAt?: Instant; expiresAt?: Instant })[],
): Promise<{ session: string; sequence: number }[]> {
  const first = await reserve(database, 'session', given.length);
  const rows = given.map(({ createdAt = now(), expiresAt = null, ...facts }, index) => ({
    sequence: first + index,
    session: newId('session'),
    accountId: coupon.accountId,
    couponId: coupon.id,
    createdAt,
    ownExpiresAt: expiresAt,
    ...timesOf(facts),
  }));
  await database.transaction(async (transaction) => {
    for (let done = 0; done < rows.length; done += 1000)
      await insertRows(transaction, couponSessions, rows.slice(done, done + 1000));
    const last = first + given.length - 1;
    await addMarks(transaction, 's.sequence BETWEEN :first AND :last', { first, last }, marked);
  });
  return rows;
}

function timesOf(given: SessionPast): Partial<CouponSession> {
  const times = facts.flatMap((fact) => {
    const at = given[fact];
    return at ? [[`${fact}At`, at === true ? now() : at]] : [];
  });
  return { ...Object.fromEntries(times), ...(given.claimed && { claimType: 'API' }) };
}

/** Makes an integration of the account; default with the outbox. */
export async function makeIntegration(
  database: Database,
  { account }: Owner,
  given: Partial<Parameters<typeof connect>[3]> = {},
): Promise<Integration> {
  const connection = { channel: 'EMAIL', provider: 'CAPTURE', settings: {}, ...given } as const;
  return database.transaction((transaction) => connect(transaction, new Secrets(appSecret), account.id, connection));
}

/** Makes an endpoint of the account. No server listens at the default URL. */
export async function makeEndpoint(
  database: Database,
  { account }: Owner,
  settings: EndpointSettings = {},
): Promise<{ secret: string; endpoint: WebhookEndpoint }> {
  const secret = newSecret();
  const endpoint = blankEndpoint(account.id, new Secrets(appSecret).seal(secret));
  changeEndpoint(endpoint, { url: 'https://127.0.0.1:1/hook', ...settings }, new Secrets(appSecret));
  await database.transaction((transaction) => insertRow(transaction, webhookEndpoints, endpoint));
  return { secret, endpoint };
}

/** Makes a delivery that failed for good, together with its event and its endpoint. */
export async function makeDelivery(
  database: Database,
  owner: Owner,
): Promise<{ endpoint: WebhookEndpoint; delivery: WebhookDelivery }> {
  const { endpoint } = await makeEndpoint(database, owner);
  await makeSession(database, owner);
  await sequence(database, owner.account);
  const [event] = await findRows(database, events, { accountId: owner.account.id }, { order: { number: 'DESC' } });
  await database.transaction((transaction) =>
    addDeliveries(transaction, [{ endpoint, events: [event as Event & { position: number }] }]),
  );
  const which = { endpointId: endpoint.id };
  const given = { status: 'FAILED' as const, dueAt: null, finishedAt: now() };
  await database.transaction((transaction) => updateRows(transaction, webhookDeliveries, which, given));
  return { endpoint, delivery: await requireRow(database, webhookDeliveries, which) };
}
