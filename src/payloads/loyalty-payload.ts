import { type Event, heldBy } from '../kernel/event-log/event.ts';
import type { LoyaltyUser } from '../loyalty/user/membership.ts';
import { contactOf, customFieldsOf } from '../representations/loyalty-info.ts';
import { idPattern } from '../vocabulary/ids.ts';
import { loyaltyUserPath } from '../vocabulary/links.ts';
import { type FieldsOf, subaccountOf } from './payload-fields.ts';

const userId = idPattern('loyaltyUser');

/** Returns the fields of the events of a card with the medium `WEB`. `statcode` is the id of the user, if any. */
export const webLoyaltyFields: FieldsOf = (event, facts) => ({
  subaccount: subaccountOf(event, facts),
  loyaltycard: event.campaignId ?? '',
  statcode: userIn(event)?.id ?? '',
});

/** Returns the fields of the events of a card with the medium `WALLET`. Only events of users have `user`. */
export const walletLoyaltyFields: FieldsOf = (event, _, publicUrl) => {
  const user = userIn(event);
  return { loyalty_id: event.campaignId ?? '', ...(user && { user: walletUser(user, publicUrl) }) };
};

/** Returns the user that the event holds; null if it holds a card, a reward or a message. */
function userIn(event: Event): LoyaltyUser | null {
  const held = heldBy<LoyaltyUser>(event);
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
