import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { idOf } from '../../src/vocabulary/ids.ts';

/** A request to the existing product. */
interface SourceRequest {
  path: string;
  fields: Record<string, unknown>;
  query: URLSearchParams;
}

type Item = Record<string, unknown>;

/** How large the account of the existing product is. `seed` makes its ids and codes different from those of others. */
export interface Size {
  seed: string;
  sessions: number;
  users: number;
}

export const productKey = { id: 'old-id', secret: 'old-secret' };

/** The account of the existing product, as its API shows it. */
class ProductAccount {
  readonly coupons: Item[];
  readonly sessions = new Map<string, Item[]>();
  readonly cards: Item[];
  readonly users: Item[];
  readonly directories: Item[];
  readonly members: Item[];
  readonly contacts: Record<'sms' | 'email', Item[]>;

  constructor({ seed, sessions, users }: Size) {
    const code = (text: string) => idOf('session', `${seed} ${text}`).slice(0, 8);
    // One id has the form of ours, the other one has not.
    const ids = [idOf('coupon', `${seed} rye`), `cam_${code('short').slice(0, 6)}`];
    this.coupons = ids.map((ID, index) => couponInfo(ID, code(`coupon ${index}`), index));
    for (const [index, ID] of ids.entries()) {
      const amount = index === 0 ? sessions - Math.floor(sessions / 10) : Math.floor(sessions / 10);
      const items = Array.from({ length: amount }, (_, number) => sessionItem(seed, index, number));
      this.sessions.set(ID, items.toReversed());
    }
    this.cards = [{ id: 7, code: code('card'), name: 'Bread card', domain: null, type: 'stamp', stamps_required: 9 }];
    this.users = Array.from({ length: users }, (_, number) => loyaltyUser(number)).toReversed();
    this.directories = [
      {
        ...{ id: 12, code: code('directory'), name: 'City guide', description: null, preview_image: null },
        ...{ created_at: iso(0), updated_at: iso(0) },
      },
    ];
    this.members = Array.from({ length: Math.ceil(users / 10) }, (_, number) => member(number)).toReversed();
    this.contacts = {
      sms: Array.from({ length: 30 }, (_, number) => ({
        ...{ ID: `con_${number}`, phone: `4930${1_000_000 + number}`, first_name: 'Ada', last_name: '' },
        ...{ unsubscribed: number % 10 === 0 ? '1' : '0', birthday: '1990-02-03' },
        ...(number % 10 === 0 && { unsubscribedate: '21/11/2025 08:30 UTC' }),
      })),
      email: Array.from({ length: 20 }, (_, number) => ({
        ...{ ID: `con_e${number}`, email: `c${number}@example.com`, first_name: 'Ada', last_name: 'L' },
        ...{ unsubscribed: '0', custom1: `value ${number}` },
      })),
    };
  }
}

/** The existing product: a server with both generations of its documented API. */
export interface Product {
  url: string;
  account: ProductAccount;
  /** The number of requests that were answered. */
  requests: number;
  /** May answer a request in another way. Returns whether it did. */
  disturb: (asked: SourceRequest, response: ServerResponse) => boolean;
}

export async function startExistingProduct(size: Size): Promise<Product> {
  const product: Product = { url: '', account: new ProductAccount(size), requests: 0, disturb: () => false };
  const server = createServer((request, response) => void answer(product, request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  product.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return product;
}

async function answer(product: Product, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', product.url);
  const fields = request.method === 'POST' ? ((await json(request)) as Item) : {};
  const asked = { path: url.pathname, fields, query: url.searchParams };
  product.requests += 1;
  if (product.disturb(asked, response)) return;
  const { headers } = request;
  const [idHeader, secretHeader] = asked.path.startsWith('/v4')
    ? ['x-api-key', 'x-api-secret']
    : ['x-client-id', 'x-client-secret'];
  if (headers[idHeader] !== productKey.id || headers[secretHeader] !== productKey.secret)
    return fail(response, 401, 1000);
  const found = replyOf(product.account, asked);
  if (typeof found === 'number') return fail(response, 422, found);
  response.setHeader('content-type', 'application/json').end(JSON.stringify(found));
}

function fail(response: ServerResponse, status: number, code: number): void {
  const errors = {
    ...{ error_message: `HTTP/1.0 ${status}.`, error_message_description: ['Failed.'], error_code: [code] },
  };
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ status: { status: 'failed', errors } }));
}

/** Returns the answer to a request, or an error code. */
function replyOf(account: ProductAccount, { path, fields, query }: SourceRequest): object | number {
  const ok = (reply: object) => ({ status: { status: 'OK' }, ...reply });
  const coupon = account.coupons.find(({ ID }) => ID === fields.campaign);
  const page = Number(fields.page ?? query.get('pagination[page]') ?? 1);
  const paged = (items: readonly Item[]) => items.slice((page - 1) * 100, page * 100);
  switch (path) {
    case '/v3/coupon/list':
      return ok({ amount_of_campaigns: String(account.coupons.length), coupon_info: account.coupons });
    case '/v3/coupon/info':
      return coupon ? ok({ coupon_info: coupon }) : 502;
    case '/v3/campaign/data': {
      if (!coupon) return 502;
      const data = paged(account.sessions.get(String(coupon.ID)) ?? []);
      return ok({ campaign: coupon.ID, action: 'retrieve_all_data', data, amount_of_results: data.length });
    }
    case '/v4/loyalty/loyalty-cards':
      return account.cards;
    case '/v3/loyalty/list':
      return ok({
        loyalty_info: account.cards.map((card) => ({ ...card, ID: `loy_old${String(card.id)}`, active: '1' })),
      });
    case '/v4/loyalty/loyalty-cards/7/stats':
      return paged(account.users);
    case '/v4/directory':
      return account.directories;
    case '/v3/directory/list':
      return ok({
        directory_info: account.directories.map(({ code, name }) => ({
          ...{ ID: 'dir_old', code, name },
          categories: [{ ID: 'cat_old', name: 'Food' }],
          campaigns: [{ ID: account.coupons[0]?.ID, category: 'cat_old' }],
        })),
      });
    case '/v4/directory/12/users':
      // Whatever the page, this list is whole.
      return account.members;
    case '/v3/smstool/grouplist':
      return ok({ amount_of_groups: 1, group: [{ ID: 'gro_sms', name: 'Regulars' }] });
    case '/v3/emailtool/grouplist':
      return ok({ amount_of_groups: 1, group: [{ ID: 'gro_mail', name: 'Letters' }] });
    case '/v3/smstool/userlist':
      return ok({ group_id: 'gro_sms', group_name: 'Regulars', contact: account.contacts.sms });
    case '/v3/emailtool/userlist':
      return ok({ group_id: 'gro_mail', group_name: 'Letters', contact: account.contacts.email });
    default:
      return 1006;
  }
}

const begin = Date.UTC(2025, 0, 1);

function iso(number: number): string {
  return new Date(begin + number * 61_000).toISOString().replace('Z', '000Z');
}

function wire(number: number): string {
  return iso(number).slice(0, 19).replace('T', ' ');
}

function couponInfo(ID: string, code: string, index: number): Item {
  return {
    ...{ ID, code, url: `https://old.example/p/${code}`, status: 'active', subaccount: '', timezone: 'Europe/Berlin' },
    ...{ expirydate: index === 0 ? '2099-12-31 22:59:59' : '', name: `Rye ${index}`, title: '2 for 1', subtitle: '' },
    ...{
      description: '',
      terms: 'Once.',
      terms_short: '',
      poweredby: '',
      poweredbylink: '',
      coupon_tags: 'rye,autumn',
    },
    ...{ logo_url: '', coupon_image: 'https://i.example/a.png', banner1: 'https://i.example/a.png', banner2: '' },
    ...{ banner3: '', banner4: '', banner5: '', coupon_value: '10.00' },
    locations: [{ ID: 'lloc_77', name: 'Station', address: 'Gleis 1', zip: '10115', city: 'Berlin' }],
  };
}

/** Every state occurs. The session of the second coupon's number 3 has a code of another form. */
function sessionItem(seed: string, coupon: number, number: number): Item {
  const is = (every: number) => number % every === 0;
  const session = coupon === 1 && number === 3 ? `Old-${seed}-3` : idOf('session', `${seed} ${coupon} ${number}`);
  const claimed = is(3);
  const validated = is(6);
  return {
    ...{ session, sequenceid: String(1_000_000 * (coupon + 1) + number), campaign: '' },
    ...{ customid: is(7) ? `C-${number}` : '', firstname: is(2) ? 'Ada' : '', lastname: '' },
    ...{ email: is(4) ? `Ada${number}@example.com` : '', phone: is(8) ? `+4930${2_000_000 + number}` : '' },
    ...{ customfield1: is(5) ? `rye ${number}` : '', customfield7: '', money_spent: validated ? '12.500' : '' },
    status: {
      ...{ created_date_utc: wire(number), opened: is(2) ? '1' : '0', open_date_utc: is(2) ? wire(number + 1) : '' },
      ...{ claimed: claimed ? '1' : '0', claim_date_utc: claimed ? wire(number + 2) : '' },
      ...{ claimtype: claimed ? ['api', 'customer', 'batch'][(number / 3) % 3] : '' },
      ...{ saved_to_passbook: '0', saved_to_passbook_date_utc: '', played: '0', played_date_utc: '' },
      ...{ validated: validated ? '1' : '0', validation_date_utc: validated ? wire(number + 3) : '' },
      ...{ own_validation_code: `${coupon}RYE${number}`, validation_value: '', value: '10.00' },
      redeem_location_ID: validated ? 'lloc_77' : '',
      ...{ voided: is(11) ? '1' : '0', voided_date_utc: is(11) ? wire(number + 4) : '', unvoided_date_utc: '' },
      locked: is(33) ? '1' : '0',
    },
  };
}

function loyaltyUser(number: number): Item {
  const reward = { name: 'Coffee', added_at: wire(number + 1) };
  return {
    ...{ id: 500_000 + number, code: `u${number}`, first_name: 'Ada', last_name: `No ${number}`, address: null },
    ...{ zip: null, city: 'Berlin', phone: `+4930${3_000_000 + number}`, email: `u${number}@example.com` },
    ...{ custom_1: 'rye', stamps: number % 9, points: 0, created_at: wire(number) },
    voided_at: number % 20 === 0 ? wire(number + 5) : null,
    rewards: [
      ...(number % 2 === 0 ? [{ ...reward, id: 10 * number + 1, expired_at: '2099-01-01 00:00:00' }] : []),
      ...(number % 4 === 0
        ? [{ id: 10 * number + 2, name: 'Loaf', added_at: wire(number + 2), used_at: wire(number + 9) }]
        : []),
    ],
  };
}

function member(number: number): Item {
  return {
    id: 900 + number,
    data: {
      ...{ email: `M${number}@example.com`, first_name: 'Ada', last_name: null, phone: null, birth_date: '1990-02-03' },
      ...{ address: null, zip: null, city: null, country: null, custom_1: 'a', custom_2: null, custom_3: null },
    },
    subscription: number % 3 === 0 ? { expires_at: '2099-01-01T00:00:00.000000Z' } : null,
    ...{ provider: null, blocked: number % 5 === 0, linked_at: iso(number), created_at: iso(number) },
    updated_at: iso(number),
  };
}
