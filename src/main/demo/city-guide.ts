import type { Account } from '../../accounts/account/account.ts';
import { blankCoupon, coupons } from '../../coupons/coupon/coupon.ts';
import { type CouponChanges, changeCoupon } from '../../coupons/coupon/coupon-changes.ts';
import { addPlacement } from '../../directories/campaign/placement.ts';
import { addCategory } from '../../directories/category/category.ts';
import { blankDirectory, changeDirectory, directories } from '../../directories/directory/directory.ts';
import { grantAccess } from '../../directories/user/paid-access.ts';
import { addUser, directoryUserRow, directoryUsers, emailKeyOf } from '../../directories/user/user.ts';
import type { Transaction } from '../../kernel/database/database.ts';
import { requireRow } from '../../kernel/database/single-row.ts';
import { dummyHash } from '../../kernel/security/passwords.ts';
import { newId } from '../../kernel/values/ids.ts';
import { daysAgo, now } from '../../kernel/values/instant.ts';
import { firstNames, lastNames } from './sample-people.ts';

const members = 200;

type Offer = CouponChanges & { paid?: boolean };

const year = new Date().getUTCFullYear() + 1;

const offers: Record<string, Offer[]> = {
  'Food and drink': [
    {
      title: 'Two breakfasts for one at Café Linde',
      description: 'Any day until noon, on the terrace when the sun shines.',
      value: '11.50',
      currency: 'EUR',
      expiry: { flexible: { days: 30 } },
    },
    {
      title: 'A loaf of your choice at the mill bakery',
      description: 'Stone-ground rye, spelt or seeds. One loaf per member.',
      value: '4.80',
      currency: 'EUR',
      expiry: { fixed: { at: `${year}-03-31 23:59:59` } },
    },
    {
      title: 'Chef’s table at Hafenküche',
      description: 'Five courses in the kitchen of the old harbour master, for two.',
      value: '60.00',
      currency: 'EUR',
      expiry: { fixed: { at: `${year}-06-30 23:59:59` } },
      paid: true,
    },
  ],
  Culture: [
    {
      title: 'Free entry to the City Museum',
      description: 'The permanent collection and the tower with its view over the roofs.',
      value: '9.00',
      currency: 'EUR',
    },
    {
      title: 'Last-minute seats at the State Theatre',
      description: 'Half price an hour before the curtain, as long as there are seats.',
      expiry: { fixed: { at: `${year}-07-15 23:59:59` } },
    },
    {
      title: 'Behind the scenes of the opera',
      description: 'A guided walk through the workshops, across the stage and up to the fly loft.',
      value: '18.00',
      currency: 'EUR',
      expiry: { flexible: { days: 60 } },
      paid: true,
    },
  ],
  'Sport and leisure': [
    {
      title: 'A day at the lido',
      description: 'All pools and slides, from May to September.',
      value: '6.50',
      currency: 'EUR',
      expiry: { fixed: { at: `${year}-09-15 20:00:00` } },
    },
    {
      title: 'First bouldering session with shoes',
      description: 'Three hours in the old tram depot, with an introduction for beginners.',
      value: '15.00',
      currency: 'EUR',
      expiry: { flexible: { days: 14 } },
    },
    {
      title: 'Rowing boat for an hour',
      description: 'On the mill pond, for up to four people.',
      value: '14.00',
      currency: 'EUR',
      startsAt: `${year}-04-01 10:00:00`,
      expiry: { fixed: { at: `${year}-10-15 18:00:00` } },
    },
  ],
  Shopping: [
    {
      title: 'Ten percent on books about our city',
      description: 'In the bookshop below the arcades.',
      expiry: { fixed: { at: `${year}-12-24 18:00:00` } },
    },
    {
      title: 'Your bicycle checked for free',
      description: 'Brakes, lights and chain, while you have a coffee next door.',
      value: '25.00',
      currency: 'EUR',
      expiry: { flexible: { days: 90 } },
    },
    {
      title: 'A flower from the market',
      description: 'Saturdays at stall 14. Mention the city guide.',
    },
  ],
};

/** Creates a directory with 4 categories, 12 campaigns and 200 members. Returns its code, and a member who has paid. */
export async function fillCityGuide(
  transaction: Transaction,
  account: Account,
  passwordHash: string,
): Promise<{ code: string; email: string; ids: string[] }> {
  const directory = blankDirectory(account.id, account.timezone);
  changeDirectory(directory, {
    name: 'City Guide',
    title: 'Discover our city',
    description:
      'Offers for our members all year round: breakfast by the river, theatre seats, a boat on the mill pond.',
  });
  await transaction.manager.insert(directories, directory);
  const categories: string[] = [];
  for (const [name, campaigns] of Object.entries(offers)) {
    const category = await addCategory(transaction, directory, name);
    categories.push(category.id);
    for (const { paid = false, ...changes } of campaigns) {
      const coupon = blankCoupon(account.id, account.timezone);
      changeCoupon(coupon, { name: changes.title?.slice(0, 100) ?? '', ...changes });
      await transaction.manager.insert(coupons, coupon);
      await addPlacement(transaction, directory, { campaign: coupon.id, category: category.id, paid });
    }
  }
  const person = { email: 'ada@members.example', firstName: 'Ada', lastName: 'Albrecht' };
  const user = await addUser(transaction, directory, passwordHash, person, null);
  await grantAccess(transaction, user, daysAgo(-365), null);
  await addMembers(transaction, directory.id, account.id);
  return { code: directory.code, email: user.email, ids: [directory.id, user.id, ...categories] };
}

/** Adds the other members, for whom no password exists. Every tenth has paid access, and some are blocked. */
async function addMembers(transaction: Transaction, directoryId: string, accountId: string): Promise<void> {
  const rows = Array.from({ length: members - 1 }, (_, index) => {
    const number = index + 1;
    const firstName = firstNames[number % 10] ?? '';
    const lastName = lastNames[Math.floor(number / 10) % 10] ?? '';
    const email = `${firstName}.${number}@members.example`;
    return {
      id: newId('directoryUser'),
      accountId,
      directoryId,
      email,
      emailKey: emailKeyOf(email),
      passwordHash: dummyHash,
      firstName,
      lastName,
      city: 'Old Town',
      blockedAt: number % 50 === 0 ? now() : null,
      blockReason: number % 50 === 0 ? 'The membership has ended.' : null,
      createdAt: daysAgo((number % 90) + 1),
    };
  });
  for (let start = 0; start < rows.length; start += 50) {
    await transaction.manager.insert(directoryUsers, rows.slice(start, start + 50));
  }
  for (const [index, { id }] of rows.entries()) {
    if (index % 10 !== 5) continue;
    const user = await requireRow(transaction, directoryUserRow, { directoryId, id });
    await grantAccess(transaction, user, daysAgo(-index - 1), null);
  }
}
