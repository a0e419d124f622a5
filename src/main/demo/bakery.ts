import type { Account } from '../../accounts/account/account.ts';
import { blankCoupon, type Coupon, coupons } from '../../coupons/coupon/coupon.ts';
import { type CouponChanges, changeCoupon } from '../../coupons/coupon/coupon-changes.ts';
import { folders } from '../../coupons/folder/folder.ts';
import { setTags } from '../../coupons/tag/coupon-tag.ts';
import type { Transaction } from '../../kernel/database/database.ts';
import { reserveWithin } from '../../kernel/database/sequence.ts';
import { newId } from '../../kernel/values/ids.ts';
import { daysAgo, now } from '../../kernel/values/instant.ts';
import { indexSessions } from '../../sessions/index/index-completion.ts';
import { couponSessions } from '../../sessions/session/session.ts';
import { identityKey } from '../../sessions/session/session-identity.ts';
import { firstNames, lastNames } from './sample-people.ts';

const sessionsPerCoupon = 100;
const days = 60;

/** An email in HTML, and one in plain text. */
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

/** Creates three coupons with 300 sessions in all states over the last 60 days. Returns a session to claim. */
export async function fillBakery(
  transaction: Transaction,
  account: Account,
): Promise<{ coupon: string; session: string }> {
  const folder = { id: newId('folder'), accountId: account.id, name: 'Autumn', parentId: null, createdAt: now() };
  await transaction.manager.insert(folders, folder);
  const offers: [CouponChanges, string[]][] = [
    [
      {
        name: 'Free coffee',
        title: 'A coffee on the house',
        expiry: { flexible: { days: 30 } },
        folder: folder.id,
        value: '2.80',
        currency: 'EUR',
        emailSubject: 'A coffee on the house, [FIRSTNAME]',
        emailBody: coffeeEmail,
        smsBody: 'Hello [FIRSTNAME], a coffee is waiting for you at Demo Bakery:',
      },
      ['coffee', 'autumn'],
    ],
    [
      {
        name: 'Rye bread 20 %',
        title: '20 % off rye bread',
        description: 'One loaf per customer.',
        folder: folder.id,
        value: '0.90',
        currency: 'EUR',
        emailSubject: '20 % off rye bread',
        emailBody: breadEmail,
      },
      ['bread', 'autumn'],
    ],
    [
      {
        name: 'Birthday cake',
        title: 'Five euros off a birthday cake',
        value: '5.00',
        currency: 'EUR',
        barcode: 'QRCODE',
      },
      ['cake'],
    ],
  ];
  const fresh: { coupon: string; session: string }[] = [];
  for (const [index, [changes, tags]] of offers.entries()) {
    const coupon = blankCoupon(account.id, account.timezone);
    changeCoupon(coupon, changes);
    coupon.createdAt = daysAgo(days);
    await transaction.manager.insert(coupons, coupon);
    await setTags(transaction, coupon.id, tags);
    fresh.push({ coupon: coupon.id, session: await fillSessions(transaction, coupon, index * sessionsPerCoupon) });
  }
  return fresh[0] ?? { coupon: '', session: '' };
}

async function fillSessions(transaction: Transaction, coupon: Coupon, offset: number): Promise<string> {
  const first = await reserveWithin(transaction, 'session', sessionsPerCoupon);
  const sessions = Array.from({ length: sessionsPerCoupon }, (_, index) =>
    demoSession(coupon, first + index, offset + index),
  );
  for (let start = 0; start < sessions.length; start += 25) {
    await transaction.manager.insert(couponSessions, sessions.slice(start, start + 25) as never);
  }
  await indexSessions(transaction, { after: first - 1, upTo: first + sessionsPerCoupon - 1 });
  return sessions.at(-1)?.session ?? '';
}

/** Returns a session. Every tenth session has the same state, and the last session of a coupon is fresh. */
function demoSession(coupon: Coupon, sequence: number, number: number) {
  const created = days - (number % sessionsPerCoupon) * (days / sessionsPerCoupon);
  const state = number % 10;
  const after = (fraction: number) => daysAgo(created * (1 - fraction));
  const firstName = firstNames[number % 10] ?? '';
  const lastName = lastNames[Math.floor(number / 10) % 10] ?? '';
  const email = `${firstName}.${number}@customers.example`;
  return {
    sequence,
    session: newId('session'),
    accountId: coupon.accountId,
    couponId: coupon.id,
    firstName,
    lastName,
    email,
    emailKey: identityKey('EMAIL', email),
    createdAt: daysAgo(created),
    openedAt: state > 1 && state < 9 ? after(0.2) : null,
    startedAt: state > 2 && state < 9 ? after(0.3) : null,
    ownExpiresAt: state > 2 && state < 9 && coupon.expiryDays ? daysAgo(created * 0.7 - coupon.expiryDays) : null,
    claimedAt: state > 3 && state < 8 ? after(0.3) : null,
    claimType: state > 3 && state < 8 ? 'API' : null,
    validatedAt: state > 5 && state < 8 ? after(0.5) : null,
    moneySpent: state > 5 && state < 8 ? `${5 + (number % 20)}.500` : null,
    lockedAt: state === 5 ? after(0.4) : null,
    voidedAt: state === 8 ? after(0.6) : null,
    utmSource: number % 2 === 0 ? 'newsletter' : 'poster',
  };
}
