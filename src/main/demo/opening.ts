import type { Account } from '../../accounts/account/account.ts';
import { storeContacts } from '../../contacts/contact/contact-store.ts';
import { contactGroups, newGroup } from '../../contacts/group/contact-group.ts';
import { blankCoupon, type Coupon, coupons } from '../../coupons/coupon/coupon.ts';
import { type CouponChanges, changeCoupon } from '../../coupons/coupon/coupon-changes.ts';
import { recordEdit } from '../../coupons/coupon/coupon-events.ts';
import { folders } from '../../coupons/folder/folder.ts';
import { setLandingPage } from '../../coupons/landing-page/landing-page.ts';
import { setTags } from '../../coupons/tag/tag.ts';
import { addPlacement } from '../../directories/campaign/placement.ts';
import { addCategory } from '../../directories/category/category.ts';
import { blankDirectory, directories } from '../../directories/directory/directory.ts';
import { recordDirectory } from '../../directories/directory/directory-events.ts';
import { grantAccess } from '../../directories/user/paid-access.ts';
import { addUser } from '../../directories/user/user.ts';
import { absent, applyChanges } from '../../kernel/database/columns.ts';
import type { Transaction } from '../../kernel/database/database.ts';
import { insertRow, insertRows } from '../../kernel/database/rows.ts';
import { reserveWithin } from '../../kernel/database/sequence.ts';
import { daysAgo, type Instant, now } from '../../kernel/values/instant.ts';
import { blankCard, changeCard, type LoyaltyCard, loyaltyCards, recordCard } from '../../loyalty/card/card.ts';
import { merchants } from '../../loyalty/merchant/merchant.ts';
import { insertPersons, newPerson } from '../../loyalty/person/person.ts';
import { loyaltyRewards, rewardsFor } from '../../loyalty/reward/reward.ts';
import { addMemberships } from '../../loyalty/user/membership-changes.ts';
import { createSession } from '../../sessions/session/session-creation.ts';
import { addTill } from '../../tills/till/till.ts';
import { newId } from '../../vocabulary/ids.ts';
import { ada, cards, coffeePage, folderNames, guide, offers, shops } from './content.ts';
import { contactOf, customer } from './people.ts';
import { campaignsUntil, existing } from './year/campaigns.ts';

export class Opening {
  readonly #transaction: Transaction;
  readonly #account: Account;
  readonly #office: string;

  constructor(transaction: Transaction, account: Account, office: string) {
    this.#transaction = transaction;
    this.#account = account;
    this.#office = office;
  }

  async openFolders(): Promise<Record<string, string>> {
    const made = folderNames.map((name) => ({ id: newId('folder'), name }));
    const rows = made.map((folder) => ({ ...folder, accountId: this.#account.id, parentId: null, createdAt: now() }));
    await insertRows(this.#transaction, folders, rows);
    return Object.fromEntries(made.map(({ id, name }) => [name, id]));
  }

  async openCampaigns(folderOf: Record<string, string>, until: Instant) {
    const [transaction, account, office] = [this.#transaction, this.#account, this.#office];
    const all = campaignsUntil(until).map((campaign) => ({ ...campaign, id: newId('coupon') }));
    const made: Coupon[] = [];
    for (const { id, changes, folder, tags } of all.slice(0, existing))
      made.push(await addCampaign(transaction, account, { id, changes, folder: folderOf[folder], tags, office }));
    const [coffee] = made as [Coupon];
    await setLandingPage(transaction, coffee, coffeePage);
    const sequence = await reserveWithin(transaction, 'session', 1);
    const { session } = await createSession(transaction, coffee, { sequence, createdAt: now() }, ada, office);
    return { campaigns: all.map(({ id }) => id), publicPage: coffee.code, session: session.session };
  }

  /** Without devices: the console shows the pairing codes. */
  async openShops(): Promise<{ tills: string[]; merchants: string[] }> {
    const { id: accountId } = this.#account;
    const rows = shops.map((shop, index) => ({
      ...{ ...shop, id: newId('merchant'), accountId, createdAt: now() },
      ...{ zip: String(10_115 + index * 11), city: 'Berlin' },
    }));
    await insertRows(this.#transaction, merchants, rows);
    const tills: string[] = [];
    for (const { id: merchant, name } of rows) {
      const { id } = await addTill(this.#transaction, {
        ...{ accountId, madeBy: this.#office, name: `Till ${name}`, merchant, askedFields: [] },
        ...{ redeemsAtOnce: false, asksForMoney: false, offlineRedemption: 'REFUSE' },
      });
      tills.push(id);
    }
    return { tills, merchants: rows.map(({ id }) => id) };
  }

  async openCards(): Promise<{ cards: string[]; member: string }> {
    const transaction = this.#transaction;
    const made: LoyaltyCard[] = [];
    for (const { type, changes, rewards } of cards) {
      const card = blankCard(this.#account, type, 'WEB');
      changeCard(card, changes);
      await insertRow(transaction, loyaltyCards, card);
      await recordCard(transaction, card, 'loyalty_card_created', this.#office);
      const blank = { ...absent(loyaltyRewards), accountId: this.#account.id };
      for (const reward of rewardsFor(
        card,
        rewards.map((given) => ({ ...blank, ...given })),
      )) {
        await insertRow(transaction, loyaltyRewards, reward);
        await recordCard(transaction, card, 'loyalty_reward_created', this.#office, reward);
      }
      made.push(card);
    }
    const first = newPerson(this.#account.id, ada);
    await insertPersons(transaction, [first]);
    const number = await reserveWithin(transaction, 'membership', 1);
    const event = { type: 'loyalty_user_created', keyId: this.#office } as const;
    await addMemberships(transaction, made[0] as LoyaltyCard, [first], number, event);
    return { cards: made.map(({ id }) => id), member: first.id };
  }

  async openGuide(folder: string | undefined, passwordHash: string) {
    const [transaction, account, office] = [this.#transaction, this.#account, this.#office];
    const directory = blankDirectory(account.id, account.timezone);
    applyChanges(directories, directory, guide);
    await insertRow(transaction, directories, directory);
    const [categories, campaigns]: [string[], string[]] = [[], []];
    for (const [name, offered] of Object.entries(offers)) {
      const { id: category } = await addCategory(transaction, directory, name);
      categories.push(category);
      for (const [title, description, euros, dates, paid] of offered) {
        const changes = { name: title, title, description, ...(euros && { value: euros, currency: 'EUR' }), ...dates };
        const { id } = await addCampaign(transaction, account, { changes, folder, tags: ['city guide'], office });
        await addPlacement(transaction, directory, { campaign: id, category, paid: paid === 'paid' });
        campaigns.push(id);
      }
    }
    await recordDirectory(transaction, directory, 'directory_created', office);
    const user = await addUser(transaction, directory, passwordHash, { ...ada, email: 'ada@example.com' }, null);
    await grantAccess(transaction, user, daysAgo(-365), office);
    return { id: directory.id, code: directory.code, member: user, categories, offers: campaigns };
  }

  /** Returns ids in the order in which the REST reference uses them. */
  async openGroups(): Promise<string[]> {
    const people = Array.from({ length: 25 }, (_, index) => customer(index * 2 + 20));
    const sms = newGroup(this.#account.id, 'SMS', 'Fresh bread alerts');
    const email = newGroup(this.#account.id, 'EMAIL', 'Bakery newsletter');
    await insertRows(this.#transaction, contactGroups, [sms, email]);
    for (const group of [sms, email]) {
      const contacts = people.map((person) => contactOf(person, group.channel));
      await storeContacts(this.#transaction, group, contacts);
    }
    return [email.id, sms.id];
  }
}

interface NewCampaign {
  id?: string | undefined;
  changes: CouponChanges;
  folder: string | undefined;
  tags: readonly string[];
  office: string;
}

export async function addCampaign(
  transaction: Transaction,
  account: Pick<Account, 'id' | 'timezone'>,
  { id, changes, folder, tags, office }: NewCampaign,
): Promise<Coupon> {
  const coupon = { ...blankCoupon(account.id, account.timezone), ...(id && { id }) };
  changeCoupon(coupon, { ...changes, folder: folder ?? null });
  await insertRow(transaction, coupons, coupon);
  await setTags(transaction, coupon.id, tags);
  await recordEdit(transaction, coupon, 'coupon_created', office);
  return coupon;
}
