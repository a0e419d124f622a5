import { addAccount } from '../src/accounts/account/account.ts';
import { issueApiKey } from '../src/accounts/api-key/api-key.ts';
import { scopes } from '../src/api/scope.ts';
import { storeContacts } from '../src/contacts/contact/contact-store.ts';
import { contactGroups, newGroup } from '../src/contacts/group/contact-group.ts';
import { blankCoupon, type Coupon, coupons } from '../src/coupons/coupon/coupon.ts';
import { changeCoupon } from '../src/coupons/coupon/coupon-changes.ts';
import type { Database, Transaction } from '../src/kernel/database/database.ts';
import { insertRow } from '../src/kernel/database/rows.ts';
import { Secrets } from '../src/kernel/security/secrets.ts';
import { connect } from '../src/messaging/integration/integration.ts';
import { createSessionBatch } from '../src/sessions/batch/batch-creation.ts';
import { reserveSequences } from '../src/sessions/session/session-creation.ts';
import { addEndpoint } from '../src/webhooks/endpoint/endpoint.ts';
import { type Caller, send } from './ask.ts';
import { listenLocally } from './local-server.ts';

/** What the neighbour has, and so how much noise it makes. */
export interface Noise {
  /** Sessions that each batch changes. */
  sessions: number;
  /** Subaccounts with 100 endpoints each that accept connections and never respond. */
  subaccounts: number;
  /** Contacts in the group that it sends to. */
  contacts: number;
}

interface Neighbour extends Caller {
  coupon: string;
  first: number;
  last: number;
  sessions: string[];
  group: string;
  /** A coupon of each subaccount, with a key of that subaccount. */
  children: (Caller & { coupon: string })[];
}

/** Responses by status. */
type Statuses = Record<string, number>;

export interface NoisyNeighbour {
  /** What the service has responded so far, by kind of call. */
  heard: Record<'batch' | 'claim' | 'query' | 'event' | 'send', Statuses>;
  stop: () => Promise<void>;
}

const endpointsEach = 100;
const claimsAtOnce = 20;
const queriesAtOnce = 2;

/** Prepares an account that does everything that it may, and returns a function that starts it. */
export async function settleNoisyNeighbour(
  database: Database,
  appSecret: string,
  noise: Noise,
): Promise<(url: string) => Promise<NoisyNeighbour>> {
  // It accepts every request and never responds.
  const silent = await listenLocally(() => {});
  const neighbour = await settle(database, new Secrets(appSecret), noise, silent.url);
  return async (url) => makeNoise(url, neighbour, silent.close);
}

async function settle(database: Database, secrets: Secrets, noise: Noise, silentUrl: string): Promise<Neighbour> {
  const reserved = await reserveSequences(database, noise.sessions);
  return database.background.transaction(async (transaction) => {
    const { account, coupon, ...key } = await openAccount(transaction, null);
    const sessions = await addSessions(transaction, coupon, reserved, noise.sessions, key.keyId);
    const capture = { channel: 'EMAIL_SERVICE', provider: 'CAPTURE', settings: {} } as const;
    await connect(transaction, secrets, account.id, capture as Parameters<typeof connect>[3]);
    const group = newGroup(account.id, 'EMAIL', 'Everybody');
    await insertRow(transaction, contactGroups, group);
    const contacts = Array.from({ length: noise.contacts }, (_, index) => {
      const address = `contact${index}@example.com`;
      return { address, addressKey: address };
    });
    for (let done = 0; done < contacts.length; done += 1000)
      await storeContacts(transaction, group, contacts.slice(done, done + 1000));
    const children: Neighbour['children'] = [];
    for (let count = 0; count < noise.subaccounts; count += 1) {
      const child = await openAccount(transaction, account.id);
      for (let made = 0; made < endpointsEach; made += 1)
        await addEndpoint(transaction, secrets, child.account.id, { url: `${silentUrl}/${count}/${made}` });
      children.push({ keyId: child.keyId, secret: child.secret, coupon: child.coupon.id });
    }
    return {
      ...key,
      coupon: coupon.id,
      first: reserved.first,
      last: reserved.first + noise.sessions - 1,
      sessions,
      group: group.id,
      children,
    };
  });
}

export async function openAccount(transaction: Transaction, parentId: string | null) {
  const account = await addAccount(transaction, { name: 'Neighbour', parentId });
  const { key, secret } = await issueApiKey(transaction, { accountId: account.id, name: 'all', scopes });
  const coupon: Coupon = blankCoupon(account.id, account.timezone);
  changeCoupon(coupon, { name: 'Bread' });
  await insertRow(transaction, coupons, coupon);
  return { account, coupon, keyId: key.id, secret };
}

export async function addSessions(
  transaction: Transaction,
  coupon: Coupon,
  { first, at: createdAt }: Awaited<ReturnType<typeof reserveSequences>>,
  amount: number,
  keyId: string,
): Promise<string[]> {
  const batch = { first, amount, createdAt, status: 'NORMAL', codes: null } as const;
  const sessions = await createSessionBatch(transaction, coupon, batch, keyId);
  return sessions.map(({ session }) => session);
}

/** Repeats all kinds of calls until it is stopped. */
function makeNoise(url: string, neighbour: Neighbour, close: () => void): NoisyNeighbour {
  const heard: NoisyNeighbour['heard'] = { batch: {}, claim: {}, query: {}, event: {}, send: {} };
  let running = true;
  const repeat = async (kind: keyof typeof heard, call: (n: number) => Promise<number>) => {
    for (let n = 0; running; n += 1) {
      const status = await call(n).catch((error: Error) => error.message);
      heard[kind][status] = (heard[kind][status] ?? 0) + 1;
    }
  };
  const { coupon, first, last, sessions, group, children } = neighbour;
  const range = { campaign: coupon, startsequence: first, endsequence: last };
  const query = { query: widestQuery, variables: { coupon } };
  const send = {
    query: 'mutation ($input: SendToGroupInput!) { sendToGroup(input: $input) { id } }',
    variables: { input: { group, campaign: coupon } },
  };
  const loops = [
    repeat('batch', (n) =>
      post(url, '/v3/batch/update', { ...range, operation: n % 2 === 0 ? 'void' : 'unvoid' }, neighbour),
    ),
    ...Array.from({ length: claimsAtOnce }, (_, index) =>
      repeat('claim', (n) => {
        const couponsession = sessions[(index * 7919 + n) % sessions.length];
        return post(url, '/v3/couponsession/update', { couponsession, operation: 'claim' }, neighbour);
      }),
    ),
    ...Array.from({ length: queriesAtOnce }, () => repeat('query', () => post(url, '/graphql', query, neighbour))),
    ...children.map((child) =>
      repeat('event', () => post(url, '/v3/singleuse/create', { campaign: child.coupon }, child)),
    ),
    post(url, '/graphql', send, neighbour).then((status) => {
      heard.send[status] = 1;
    }),
  ];
  return {
    heard,
    stop: async () => {
      running = false;
      await Promise.all(loops);
      close();
    },
  };
}

/** A page with the fields that are read from the session, almost as costly as the limit of a document. */
const widestQuery = `query ($coupon: ID!) { couponSessions(coupon: $coupon, first: 350) { nodes {
  session sequenceId createdAt openedAt startedAt claimedAt validatedAt lockedAt voidedAt expiresAt claimType expired
  firstName lastName email phone customId customField1 customField2 customField3 customField4 moneySpent
} } }`;

/** Sends a request and returns the status of the response. */
export async function post(url: string, path: string, body: object, caller: Caller): Promise<number> {
  const response = await send(url + path, body, caller);
  await response.arrayBuffer();
  return response.status;
}
