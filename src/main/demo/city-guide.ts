import type { Account } from '../../accounts/account/account.ts';
import { blankCoupon, coupons } from '../../coupons/coupon/coupon.ts';
import { type CouponChanges, changeCoupon } from '../../coupons/coupon/coupon-changes.ts';
import { recordEdit } from '../../coupons/coupon/coupon-events.ts';
import { setTags } from '../../coupons/tag/coupon-tag.ts';
import { addPlacement } from '../../directories/campaign/placement.ts';
import { addCategory } from '../../directories/category/category.ts';
import { blankDirectory, changeDirectory, directories } from '../../directories/directory/directory.ts';
import { recordDirectory } from '../../directories/directory/directory-events.ts';
import { grantAccess } from '../../directories/user/paid-access.ts';
import { addUser } from '../../directories/user/user.ts';
import type { Transaction } from '../../kernel/database/database.ts';
import { insertRow } from '../../kernel/database/rows.ts';
import { daysAgo } from '../../kernel/values/instant.ts';

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

export interface CityGuide {
  id: string;
  code: string;
  member: { id: string; email: string };
  categories: string[];
  /** The coupons, in the order of the page. */
  offers: string[];
}

/** Creates a directory with 4 categories, 12 campaigns and a member who has paid. */
export async function openCityGuide(
  transaction: Transaction,
  account: Account,
  { office, passwordHash, folder }: { office: string; passwordHash: string; folder: string | null },
): Promise<CityGuide> {
  const directory = blankDirectory(account.id, account.timezone);
  changeDirectory(directory, {
    name: 'City Guide',
    title: 'Discover our city',
    description:
      'Offers for our members all year round: breakfast by the river, theatre seats, a boat on the mill pond.',
  });
  await insertRow(transaction, directories, directory);
  const categories: string[] = [];
  const campaigns: string[] = [];
  for (const [name, offered] of Object.entries(offers)) {
    const category = await addCategory(transaction, directory, name);
    categories.push(category.id);
    for (const { paid = false, ...changes } of offered) {
      const coupon = blankCoupon(account.id, account.timezone);
      changeCoupon(coupon, { name: changes.title?.slice(0, 100) ?? '', ...changes, folder });
      await insertRow(transaction, coupons, coupon);
      await setTags(transaction, coupon.id, ['city guide']);
      await addPlacement(transaction, directory, { campaign: coupon.id, category: category.id, paid });
      await recordEdit(transaction, coupon, 'coupon_created', office);
      campaigns.push(coupon.id);
    }
  }
  await recordDirectory(transaction, directory, 'directory_created', office);
  const person = { email: 'ada@example.com', firstName: 'Ada', lastName: 'Albrecht' };
  const user = await addUser(transaction, directory, passwordHash, person, null);
  await grantAccess(transaction, user, daysAgo(-365), office);
  const { id, code } = directory;
  return { id, code, member: { id: user.id, email: user.email }, categories, offers: campaigns };
}
