import type { Account } from '../../accounts/account/account.ts';
import { blankCoupon, coupons } from '../../coupons/coupon/coupon.ts';
import { type CouponChanges, changeCoupon } from '../../coupons/coupon/coupon-changes.ts';
import { recordEdit } from '../../coupons/coupon/coupon-events.ts';
import { setTags } from '../../coupons/tag/tag.ts';
import { addPlacement } from '../../directories/campaign/placement.ts';
import { addCategory } from '../../directories/category/category.ts';
import { blankDirectory, changeDirectory, directories } from '../../directories/directory/directory.ts';
import { recordDirectory } from '../../directories/directory/directory-events.ts';
import { grantAccess } from '../../directories/user/paid-access.ts';
import { addUser } from '../../directories/user/user.ts';
import type { Transaction } from '../../kernel/database/database.ts';
import { insertRow } from '../../kernel/database/rows.ts';
import { daysAgo } from '../../kernel/values/instant.ts';

/** What it is worth, if it has a value, and until when it is good, if it ends. Only members with paid access open a paid one. */
type Offer = [title: string, description: string, euros: string | null, dates?: CouponChanges, paid?: 'paid'];

const year = new Date().getUTCFullYear() + 1;
const daysLong = (days: number): CouponChanges => ({ expiry: { flexible: { days } } });
const until = (end: string): CouponChanges => ({ expiry: { fixed: { at: `${year}-${end}` } } });
const from = (start: string, end: string): CouponChanges => ({ startsAt: `${year}-${start}`, ...until(end) });

// biome-ignore format: a line for each offer
const offers: Record<string, Offer[]> = {
  'Food and drink': [
    ['Two breakfasts for one at Café Linde', 'Any day until noon, on the terrace when the sun shines.', '11.50', daysLong(30)],
    ['A loaf of your choice at the mill bakery', 'Stone-ground rye, spelt or seeds. One loaf per member.', '4.80', until('03-31 23:59:59')],
    ['Chef’s table at Hafenküche', 'Five courses in the kitchen of the old harbour master, for two.', '60.00', until('06-30 23:59:59'), 'paid'],
  ],
  Culture: [
    ['Free entry to the City Museum', 'The permanent collection and the tower with its view over the roofs.', '9.00'],
    ['Last-minute seats at the State Theatre', 'Half price an hour before the curtain, as long as there are seats.', null, until('07-15 23:59:59')],
    ['Behind the scenes of the opera', 'A guided walk through the workshops, across the stage and up to the fly loft.', '18.00', daysLong(60), 'paid'],
  ],
  'Sport and leisure': [
    ['A day at the lido', 'All pools and slides, from May to September.', '6.50', until('09-15 20:00:00')],
    ['First bouldering session with shoes', 'Three hours in the old tram depot, with an introduction for beginners.', '15.00', daysLong(14)],
    ['Rowing boat for an hour', 'On the mill pond, for up to four people.', '14.00', from('04-01 10:00:00', '10-15 18:00:00')],
  ],
  Shopping: [
    ['Ten percent on books about our city', 'In the bookshop below the arcades.', null, until('12-24 18:00:00')],
    ['Your bicycle checked for free', 'Brakes, lights and chain, while you have a coffee next door.', '25.00', daysLong(90)],
    ['A flower from the market', 'Saturdays at stall 14. Mention the city guide.', null],
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
    for (const [title, description, euros, dates, paid] of offered) {
      const coupon = blankCoupon(account.id, account.timezone);
      const value = euros && { value: euros, currency: 'EUR' };
      changeCoupon(coupon, { name: title, title, description, ...value, ...dates, folder });
      await insertRow(transaction, coupons, coupon);
      await setTags(transaction, coupon.id, ['city guide']);
      await addPlacement(transaction, directory, { campaign: coupon.id, category: category.id, paid: paid === 'paid' });
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
