import type { Account } from '../accounts/account/account.ts';
import type { DirectoryUser } from '../directories/user/user.ts';
import { type Event, nounIn } from '../kernel/event-log/event.ts';
import type { LoyaltyUser } from '../loyalty/user/loyalty-member.ts';
import { contactOf, customFieldsOf } from '../representations/loyalty-info.ts';
import { date } from '../representations/wire-values.ts';
import { allTags, type CampaignTags } from '../sessions/landing/campaign-tags.ts';
import type { SubmittedSession } from '../sessions/landing/landing-submission.ts';
import type { VisitOfEvent } from '../sessions/landing/landing-visit.ts';
import { idPattern } from '../vocabulary/ids.ts';
import { couponPath, loyaltyUserPath, sessionPath } from '../vocabulary/links.ts';
import type { PayloadContext } from '../webhooks/payload/payload-context.ts';

export type FieldsOf = (event: Event, facts: PayloadContext, publicUrl: string) => object;

function subaccountOf({ accountId }: Event, { isOfSubaccount }: PayloadContext): string {
  return isOfSubaccount ? accountId : '';
}

/** Receivers expect the id of the coupon as text, in `coupon` or in `campaign`. */
export const couponEditFields: FieldsOf = (event, facts) => ({
  coupon: event.campaignId ?? '',
  subaccount: subaccountOf(event, facts),
  campaign: event.campaignId ?? '',
});

export const subaccountFields: FieldsOf = (event) => ({
  subaccount: nounIn<Account>(event).id,
  data: {
    email: '',
    company_name: nounIn<Account>(event).name,
    first_name: '',
    last_name: '',
    phone: '',
    country: '',
  },
});

type LandingData = Partial<SubmittedSession> & Partial<VisitOfEvent> & { tags: CampaignTags };

export const landingFields: FieldsOf = (event, _, publicUrl) => {
  const { couponCode, code = couponCode ?? '', session, labelled, tags } = nounIn<LandingData>(event);
  return {
    landing_id: code,
    target_coupon: event.campaignId ?? '',
    target_statcode: session ?? '',
    target_url: publicUrl + (session ? sessionPath(code, session) : couponPath(code)),
    ...(event.type === 'lp_submission' && { data: labelled }),
    utm_tags: allTags(tags),
  };
};

/** Receivers treat `data` as a member, so only registrations have it. */
export const directoryFields: FieldsOf = ({ type, data, campaignId }) => ({
  ...(type === 'directory_registration' && { data: memberOf(JSON.parse(data)) }),
  directory: campaignId ?? '',
});

function memberOf(user: DirectoryUser): object {
  return {
    userId: user.id,
    first_name: user.firstName ?? '',
    last_name: user.lastName ?? '',
    birthday: user.birthDate ?? '',
    email: user.email,
    phone: user.phone ?? '',
    created_at: date(user.createdAt),
  };
}

const userId = idPattern('loyaltyUser');

/** `statcode` is the id of the user, if there is one. */
export const webLoyaltyFields: FieldsOf = (event, facts) => ({
  subaccount: subaccountOf(event, facts),
  loyaltycard: event.campaignId ?? '',
  statcode: userIn(event)?.id ?? '',
});

/** Only events of users have `user`. */
export const walletLoyaltyFields: FieldsOf = (event, _, publicUrl) => {
  const user = userIn(event);
  return { loyalty_id: event.campaignId ?? '', ...(user && { user: walletUser(user, publicUrl) }) };
};

/** Returns the user of an event, or null if the event contains a card, a reward or a message. */
function userIn(event: Event): LoyaltyUser | null {
  const held = nounIn<LoyaltyUser>(event);
  return userId.test(held.id) ? held : null;
}

function walletUser(user: LoyaltyUser, publicUrl: string): object {
  return {
    id: user.id,
    code: user.id,
    ...contactOf(user),
    ...customFieldsOf(user),
    download_url: publicUrl + loyaltyUserPath(user.cardCode, user.id),
  };
}
