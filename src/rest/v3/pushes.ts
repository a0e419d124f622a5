import { sendCouponPush, sendLoyaltyPush } from '../../wallets/push/push-operations.ts';
import { only, row } from '../adapter/row.ts';
import { campaign, pushMessage } from '../fields/campaign-arguments.ts';
import { loyaltyCard } from '../fields/loyalty-fields.ts';

const codes = { WALLET_REFUSED: 507, NO_WALLET_HOLDERS: 507, TOO_MANY_JOBS: 507 };

export const sendPushOfCoupon = row({
  path: '/v3/coupon/pushnotification/list',
  summary: 'Send a push message to all who saved a coupon in their wallet',
  section: 'v3 coupon distribution and push',
  fields: { campaign: campaign('coupon'), message: pushMessage },
  calls: only(sendCouponPush, { COUPON_NOT_FOUND: 505, ...codes }),
  reply: (sent, { fields }) => ({
    campaign: fields.campaign,
    action: 'push_sent',
    total_recipients: sent.recipients,
  }),
});

export const sendPushOfCard = row({
  path: '/v3/loyalty/pushnotification/list',
  summary: 'Send a push message to all who saved a loyalty card in their wallet',
  section: 'v3 loyalty',
  fields: { loyaltycard: loyaltyCard('card'), message: pushMessage },
  calls: only(
    sendLoyaltyPush,
    // Only the path of /v4 names users.
    { LOYALTY_CARD_NOT_FOUND: 505, LOYALTY_USER_NOT_FOUND: null, ...codes },
  ),
  reply: (sent, { fields }) => ({
    loyaltycard: fields.loyaltycard,
    action: 'push_sent',
    total_recipients: sent.recipients,
  }),
});
