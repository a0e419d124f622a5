import type { Account } from '../../accounts/account/account.ts';
import { blankCoupon, coupons } from '../../coupons/coupon/coupon.ts';
import { type CouponChanges, changeCoupon } from '../../coupons/coupon/coupon-changes.ts';
import { recordEdit } from '../../coupons/coupon/coupon-events.ts';
import { folders } from '../../coupons/folder/folder.ts';
import { type LandingPage, setLandingPage } from '../../coupons/landing-page/landing-page.ts';
import { setTags } from '../../coupons/tag/tag.ts';
import type { Transaction } from '../../kernel/database/database.ts';
import { insertRow, insertRows } from '../../kernel/database/rows.ts';
import { reserveWithin } from '../../kernel/database/sequence.ts';
import { type Instant, now } from '../../kernel/values/instant.ts';
import { merchants } from '../../loyalty/merchant/merchant.ts';
import { createSession } from '../../sessions/session/session-creation.ts';
import { addTill } from '../../tills/till/till.ts';
import { newId } from '../../vocabulary/ids.ts';
import { campaignsUntil, existing } from './year/year-campaigns.ts';

const coffeeEmail = `<h1 style="color:#6b3e1d">A coffee is waiting for you</h1>
<p>Hello [FIRSTNAME] [LASTNAME],</p>
<p>Come by for a free coffee: any size, any milk, within 30 days of activating this coupon.</p>
<p><a href="[URL]" style="display:inline-block;padding:12px 24px;border-radius:8px;background:#6b3e1d;color:#ffffff;font-weight:bold;text-decoration:none">Open your coupon</a></p>
<p>See you soon<br>Demo Bakery</p>`;

const breadEmail = `Hello [FIRSTNAME] [LASTNAME],

Our rye bread comes out of the oven at 7 every morning, and this week you get 20 % off.

[URL]

See you soon
Demo Bakery`;

/** The content of the campaigns that exist before the year. */
const contents: CouponChanges[] = [
  {
    expiry: { flexible: { days: 30 } },
    value: '2.80',
    currency: 'EUR',
    emailSubject: 'A coffee on the house, [FIRSTNAME]',
    emailBody: coffeeEmail,
    smsBody: 'Hello [FIRSTNAME], a coffee is waiting for you at Demo Bakery:',
  },
  {
    description: 'One loaf per customer.',
    value: '0.90',
    currency: 'EUR',
    emailSubject: '20 % off rye bread',
    emailBody: breadEmail,
  },
  { value: '5.00', currency: 'EUR', barcode: 'QRCODE' },
];

/** The public page of the first campaign. */
const coffeePage: Omit<LandingPage, 'submissions'> = {
  fields: [
    { kind: 'FIRST_NAME', label: null, required: true },
    { kind: 'EMAIL', label: null, required: true },
    { kind: 'CUSTOM_FIELD_1', label: 'Which shop is yours?', required: false },
  ],
  ...{ unique: 'EMAIL', limit: 500, consent: 'Demo Bakery may write to me when there is something new to taste.' },
};

const shops = [
  { name: 'Market Square', address: 'Market Square 3' },
  { name: 'Main Station', address: 'Station Hall, platform 1' },
  { name: 'Mill Lane', address: 'Mill Lane 18' },
  { name: 'Harbour', address: 'Warehouse 7' },
];

const folderNames = ['Every day', 'Through the year', 'Openings and events', 'City Guide'];

/** What the year of the bakery begins with. */
export interface Bakery {
  session: string;
  publicPage: string;
  campaigns: string[];
  folders: Record<string, string>;
  tills: string[];
  merchants: string[];
}

/** Creates four shops with their tills, folders, and three campaigns with a session. */
export async function openBakery(
  transaction: Transaction,
  account: Account,
  { office, until }: { office: string; until: Instant },
): Promise<Bakery> {
  const made = folderNames.map((name) => ({ id: newId('folder'), accountId: account.id, name, parentId: null }));
  await insertRows(
    transaction,
    folders,
    made.map((folder) => ({ ...folder, createdAt: now() })),
  );
  const folderOf = Object.fromEntries(made.map(({ id, name }) => [name, id]));
  const campaigns = campaignsUntil(until).map(({ changes, folder, tags }) => {
    const coupon = blankCoupon(account.id, account.timezone);
    changeCoupon(coupon, { ...changes, folder: folderOf[folder] });
    return { coupon, tags };
  });
  for (const [index, { coupon, tags }] of campaigns.slice(0, existing).entries()) {
    changeCoupon(coupon, contents[index] ?? {});
    await insertRow(transaction, coupons, coupon);
    if (index === 0) await setLandingPage(transaction, coupon, coffeePage);
    await setTags(transaction, coupon.id, tags);
    await recordEdit(transaction, coupon, 'coupon_created', office);
  }
  const coffee = campaigns[0]?.coupon ?? blankCoupon(account.id, account.timezone);
  return {
    session: await firstSession(transaction, coffee, office),
    publicPage: coffee.code,
    campaigns: campaigns.map(({ coupon }) => coupon.id),
    folders: folderOf,
    ...(await openShops(transaction, account, office)),
  };
}

async function firstSession(
  transaction: Transaction,
  coupon: Parameters<typeof createSession>[1],
  office: string,
): Promise<string> {
  const sequence = await reserveWithin(transaction, 'session', 1);
  const input = { firstName: 'Ada', lastName: 'Albrecht', email: 'ada.albrecht@example.com' };
  const { session } = await createSession(transaction, coupon, { sequence, createdAt: now() }, input, office);
  return session.session;
}

/** Creates the shops as merchants, each with a till. No device is paired with them: the console shows the codes for that. */
async function openShops(transaction: Transaction, { id: accountId }: Account, office: string) {
  const rows = shops.map((shop, index) => ({
    ...{
      ...shop,
      id: newId('merchant'),
      accountId,
      zip: String(10_115 + index * 11),
      city: 'Berlin',
      createdAt: now(),
    },
  }));
  await insertRows(transaction, merchants, rows);
  const tills: string[] = [];
  for (const { id: merchant, name } of rows) {
    const { id } = await addTill(transaction, {
      ...{ accountId, madeBy: office, name: `Till ${name}`, merchant, askedFields: [] },
      ...{ redeemsAtOnce: false, asksForMoney: false, offlineRedemption: 'REFUSE' },
    });
    tills.push(id);
  }
  return { tills, merchants: rows.map(({ id }) => id) };
}
