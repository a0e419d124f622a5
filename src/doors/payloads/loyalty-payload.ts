import type { Event } from '../../kernel/event-log/event.ts';
import { idPattern } from '../../kernel/values/ids.ts';
import { loyaltyUserPath } from '../../kernel/values/links.ts';
import type { LoyaltyUser } from '../../loyalty/user/membership.ts';
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
function userIn({ data }: Event): LoyaltyUser | null {
  const held = JSON.parse(data);
  return userId.test(held.id) ? held : null;
}

function walletUser(user: LoyaltyUser, publicUrl: string): object {
  return {
    id: user.id,
    code: user.id,
    first_name: user.firstName,
    last_name: user.lastName,
    address: user.address,
    zip: user.zip,
    city: user.city,
    phone: user.phone,
    email: user.email,
    custom_1: user.custom1,
    custom_2: user.custom2,
    custom_3: user.custom3,
    custom_4: user.custom4,
    custom_5: user.custom5,
    custom_6: user.custom6,
    custom_7: user.custom7,
    custom_8: user.custom8,
    download_url: publicUrl + loyaltyUserPath(user.cardCode, user.id),
  };
}
