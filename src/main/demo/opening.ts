import { addAccount } from '../../accounts/account/account.ts';
import { addEmails } from '../../accounts/account/email-balance.ts';
import { issueApiKey } from '../../accounts/api-key/api-key.ts';
import type { Context, Services } from '../../api/context.ts';
import { scopes } from '../../api/scope.ts';
import { addContact } from '../../contacts/contact/contact-operations.ts';
import { createContactGroup } from '../../contacts/group/contact-group-operations.ts';
import type { BriefCoupon } from '../../coupons/coupon/coupon.ts';
import { createCoupon } from '../../coupons/coupon/coupon-operations.ts';
import { createFolder } from '../../coupons/folder/folder-operations.ts';
import { lockCoupon, voidCoupon } from '../../coupons/status/status-operations.ts';
import { addDirectoryCampaign } from '../../directories/campaign/directory-campaign-operations.ts';
import { createCategory } from '../../directories/category/category-operations.ts';
import { createDirectory } from '../../directories/directory/directory-operations.ts';
import { createDirectoryUser, grantPaidAccess } from '../../directories/user/directory-user-operations.ts';
import { asOf, daysAgo, type Instant, now } from '../../kernel/values/instant.ts';
import { randomCode } from '../../kernel/values/random-ids.ts';
import { createLocation } from '../../locations/location/location-operations.ts';
import { createLoyaltyCard } from '../../loyalty/card/card-operations.ts';
import { createReward } from '../../loyalty/reward/reward-operations.ts';
import { createLoyaltyUser } from '../../loyalty/user/loyalty-user-operations.ts';
import { connectOutbox } from '../../messaging/integration/integration.ts';
import { optOut } from '../../messaging/opt-out/opt-out-operations.ts';
import { sendCouponEmail } from '../../messaging/send/send-operations.ts';
import { createSingleUseUrl } from '../../sessions/session/session-operations.ts';
import { createTill } from '../../tills/till/till-operations.ts';
import { newId } from '../../vocabulary/ids.ts';
import { daysOfYear, timezone } from './calendar.ts';
import { campaignsUntil } from './campaigns.ts';
import { ada, cards, folderNames, guide, offers, shops } from './content.ts';
import { customer } from './people.ts';
import { queueYear } from './year.ts';

export interface DemoKey {
  id: string;
  secret: string;
  session: string;
  coupon: string;
  publicPage: string;
  /** The ids in the examples of the REST reference, in their order. */
  ids: string[];
  guide: { code: string; email: string; password: string };
}

/**
 * Opens an account by calling the public operations, as if it were a year ago. If it is interrupted, the account is
 * left behind.
 */
export async function openAccount(services: Services): Promise<DemoKey> {
  const key = { id: newId('apiKey'), secret: randomCode(24) };
  const until = now();
  return asOf(daysAgo(daysOfYear + 1), async () => {
    const account = await services.database.transaction(async (transaction) => {
      const { id } = await addAccount(transaction, { name: 'Demo Bakery', domain: 'bakery.example', timezone });
      await addEmails(transaction, id, 500);
      await issueApiKey(transaction, { accountId: id, name: 'Demo', scopes, ...key });
      await connectOutbox(transaction, services.secrets, id);
      return id;
    });
    const viewer = await services.authenticator.authenticate(key, '');
    const call = { requestId: 'demo', address: '', idempotencyKey: null, noteReplay: () => {} };
    const context: Context = { services, viewer, ...call };
    const campaigns = await openCampaigns(context, until);
    const shops = await openShops(context);
    const { cards, member } = await openCards(context);
    const { ids, ...guide } = await openGuide(context);
    const groups = await openGroups(context);
    const [{ id: coupon, code: publicPage }] = campaigns as [BriefCoupon];
    const { session } = await asOf(until, async () => {
      const input = { until, account, office: key.id, campaigns: campaigns.map(({ id }) => id), shops, cards };
      await services.database.transaction((transaction) => queueYear(transaction, input));
      const { email, firstName, lastName } = customer(100);
      await sendCouponEmail(context, { coupon, email, firstName, lastName });
      return createSingleUseUrl(context, { coupon, ...ada });
    });
    const all = [cards[0] ?? '', member, ...ids, ...groups];
    return { ...key, session: session.session, coupon, publicPage, guide, ids: all };
  });
}

async function openCampaigns(context: Context, until: Instant): Promise<BriefCoupon[]> {
  const folders = new Map<string, string>();
  for (const name of folderNames) folders.set(name, (await createFolder(context, { name })).id);
  const campaigns: BriefCoupon[] = [];
  for (const { inFolder, stopped, ...given } of campaignsUntil(until)) {
    const coupon = await createCoupon(context, { ...given, folder: folders.get(inFolder) });
    if (stopped) await (stopped === 'VOIDED' ? voidCoupon : lockCoupon)(context, coupon);
    campaigns.push(coupon);
  }
  return campaigns;
}

/** Opens shops without paired devices, so that the console shows the pairing codes. */
async function openShops(context: Context) {
  const made: { till: string; location: string }[] = [];
  for (const name of shops) {
    const { id: location } = await createLocation(context, { name, city: 'Berlin' });
    const { till } = await createTill(context, { name: `Till ${name}`, location });
    made.push({ till: till.id, location });
  }
  return made;
}

async function openCards(context: Context) {
  const made: string[] = [];
  for (const [given, ...rewards] of cards) {
    const { id: card } = await createLoyaltyCard(context, given);
    for (const reward of rewards) await createReward(context, { card, ...reward });
    made.push(card);
  }
  const { id: member } = await createLoyaltyUser(context, { card: made[0] ?? '', ...ada });
  return { cards: made, member };
}

async function openGuide(context: Context) {
  const { id: directory, code } = await createDirectory(context, guide);
  const { id: folder } = await createFolder(context, { name: guide.name });
  const categories: string[] = [];
  for (const [name, offered] of Object.entries(offers)) {
    const { id: category } = await createCategory(context, { directory, name });
    categories.push(category);
    for (const [title, description, value, days, paid] of offered) {
      const dates = days && { expiry: { flexible: { days } } };
      const texts = { name: title, title, description, tags: ['city guide'], folder };
      const coupon = { ...texts, ...(value && { value, currency: 'EUR' }), ...dates };
      const { id: campaign } = await createCoupon(context, coupon);
      await addDirectoryCampaign(context, { directory, campaign, category, paid: paid === 'paid' });
    }
  }
  const email = 'ada@example.com';
  const { user, password } = await createDirectoryUser(context, { directory, ...ada, email });
  await grantPaidAccess(context, { directory, user: user.id });
  return { code, email, password: password ?? '', ids: [directory, user.id, ...categories] };
}

async function openGroups(context: Context): Promise<string[]> {
  const email = await createContactGroup(context, { channel: 'EMAIL', name: 'Bakery newsletter' });
  const sms = await createContactGroup(context, { channel: 'SMS', name: 'Fresh bread alerts' });
  for (let number = 20; number < 80; number += 1) {
    const { email: address, phone, ...name } = customer(number);
    await addContact(context, { group: email.id, email: address, ...name });
    if (number % 3 === 0) await addContact(context, { group: sms.id, phone, ...name });
    if (number % 20 === 7) await optOut(context, { channel: 'EMAIL', address });
  }
  return [email.id, sms.id];
}
