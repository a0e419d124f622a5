import { defaultFieldResolver, GraphQLSchema, isObjectType } from 'graphql';
import { builder } from '../../kernel/api/builder.ts';
import './extensions.ts';

// The imports register all operations, and the fields that a domain adds to the types of a lower domain.
import '../../accounts/account/create-account.ts';
import '../../accounts/account/top-up-email-balance.ts';
import '../../accounts/account/update-account.ts';
import '../../accounts/api-key/create-api-key.ts';
import '../../accounts/api-key/revoke-api-key.ts';
import '../../accounts/viewer/find-viewer.ts';
import '../../contacts/contact/add-contact.ts';
import '../../contacts/contact/list-contacts.ts';
import '../../contacts/contact/remove-contact.ts';
import '../../contacts/group/create-contact-group.ts';
import '../../contacts/group/delete-contact-group.ts';
import '../../contacts/group/list-contact-groups.ts';
import '../../contacts/group/update-contact-group.ts';
import '../../contacts/sending/group-sending-job.type.ts';
import '../../contacts/sending/send-to-group.ts';
import '../../coupons/coupon/create-coupon.ts';
import '../../coupons/coupon/delete-coupon.ts';
import '../../coupons/coupon/find-coupon.ts';
import '../../coupons/coupon/list-coupons.ts';
import '../../coupons/coupon/update-coupon.ts';
import '../../coupons/folder/create-folder.ts';
import '../../coupons/folder/delete-folder.ts';
import '../../coupons/folder/list-folders.ts';
import '../../coupons/folder/update-folder.ts';
import '../../coupons/status/lock-coupon.ts';
import '../../coupons/status/set-coupon-status.ts';
import '../../coupons/status/unlock-coupon.ts';
import '../../coupons/status/unvoid-coupon.ts';
import '../../coupons/status/void-coupon.ts';
import '../../coupons/tag/delete-tag.ts';
import '../../coupons/tag/list-tags.ts';
import '../../coupons/tag/rename-tag.ts';
import '../../directories/campaign/add-directory-campaign.ts';
import '../../directories/campaign/campaign.type.ts';
import '../../directories/campaign/remove-directory-campaign.ts';
import '../../directories/campaign/reorder-directory-campaigns.ts';
import '../../directories/campaign/update-directory-campaign.ts';
import '../../directories/category/category.type.ts';
import '../../directories/category/create-category.ts';
import '../../directories/category/delete-category.ts';
import '../../directories/category/reorder-categories.ts';
import '../../directories/category/update-category.ts';
import '../../directories/directory/create-directory.ts';
import '../../directories/directory/delete-directory.ts';
import '../../directories/directory/find-directory.ts';
import '../../directories/directory/list-directories.ts';
import '../../directories/directory/update-directory.ts';
import '../../directories/sign-in/create-single-sign-on.ts';
import '../../directories/user/create-directory-user.ts';
import '../../directories/user/delete-directory-user.ts';
import '../../directories/user/find-directory-user.ts';
import '../../directories/user/grant-paid-access.ts';
import '../../directories/user/list-directory-users.ts';
import '../../directories/user/revoke-paid-access.ts';
import '../../directories/user/set-directory-user-blocked.ts';
import '../../directories/user/set-directory-user-password.ts';
import '../../events/follow-webhook-events.ts';
import '../../events/list-events.ts';
import '../../exports/create-export.ts';
import '../../jobs/cancel-job.ts';
import '../../jobs/find-job.ts';
import '../../jobs/pause-job.ts';
import '../../jobs/resume-job.ts';
import '../../loyalty/balance/add-stamps.ts';
import '../../loyalty/balance/adjust-loyalty-balance.ts';
import '../../loyalty/balance/redeem-points.ts';
import '../../loyalty/balance/reverse-ledger-entry.ts';
import '../../loyalty/balance/use-rewards.ts';
import '../../loyalty/card/copy-loyalty-card.ts';
import '../../loyalty/card/create-loyalty-card.ts';
import '../../loyalty/card/delete-loyalty-card.ts';
import '../../loyalty/card/find-loyalty-card.ts';
import '../../loyalty/card/list-loyalty-cards.ts';
import '../../loyalty/card/update-loyalty-card.ts';
import '../../loyalty/merchant/create-merchant.ts';
import '../../loyalty/merchant/list-merchants.ts';
import '../../loyalty/person/create-loyalty-person.ts';
import '../../loyalty/reward/create-reward.ts';
import '../../loyalty/reward/retire-reward.ts';
import '../../loyalty/reward/reward.type.ts';
import '../../loyalty/reward/update-reward.ts';
import '../../loyalty/search/list-loyalty-users.ts';
import '../../loyalty/search/search-loyalty-users.ts';
import '../../loyalty/user/create-loyalty-user.ts';
import '../../loyalty/user/create-loyalty-users.ts';
import '../../loyalty/user/delete-loyalty-user.ts';
import '../../loyalty/user/find-loyalty-user.ts';
import '../../loyalty/user/link-loyalty-user.ts';
import '../../loyalty/user/update-loyalty-user.ts';
import '../../loyalty/user/void-loyalty-user.ts';
import '../../messaging/integration/connect-integration.ts';
import '../../messaging/integration/disconnect-integration.ts';
import '../../messaging/integration/list-integrations.ts';
import '../../messaging/integration/test-integration.ts';
import '../../messaging/message/find-message.ts';
import '../../messaging/message/list-messages.ts';
import '../../messaging/message/retry-message.ts';
import '../../messaging/opt-out/add-opt-out.ts';
import '../../messaging/opt-out/list-opt-outs.ts';
import '../../messaging/opt-out/remove-opt-out.ts';
import '../../messaging/send/send-coupon-email.ts';
import '../../messaging/send/send-coupon-sms.ts';
import '../../messaging/send/send-directory-email.ts';
import '../../messaging/send/send-directory-sms.ts';
import '../../messaging/send/send-loyalty-card-email.ts';
import '../../messaging/send/send-loyalty-card-sms.ts';
import '../../sessions/barcode/draw-coupon-session-barcode.ts';
import '../../sessions/batch/batch-update-coupon-sessions.ts';
import '../../sessions/batch/create-coupon-sessions-job.ts';
import '../../sessions/batch/create-single-use-urls.ts';
import '../../sessions/session/create-single-use-url.ts';
import '../../sessions/session/delete-coupon-session.ts';
import '../../sessions/session/find-coupon-session.ts';
import '../../sessions/session/list-coupon-sessions.ts';
import '../../sessions/session/search-coupon-sessions.ts';
import '../../sessions/transition/activate-coupon-session.ts';
import '../../sessions/transition/claim-coupon-session.ts';
import '../../sessions/transition/hold-coupon-session.ts';
import '../../sessions/transition/lock-coupon-session.ts';
import '../../sessions/transition/unlock-coupon-session.ts';
import '../../sessions/transition/unvalidate-coupon-session.ts';
import '../../sessions/transition/unvoid-coupon-session.ts';
import '../../sessions/transition/update-coupon-session.ts';
import '../../sessions/transition/validate-coupon-session.ts';
import '../../sessions/transition/void-coupon-session.ts';
import '../../sessions/validation-code/code-usage.type.ts';
import '../../sessions/validation-code/import-coupon-codes.ts';
import '../../webhooks/delivery/list-webhook-deliveries.ts';
import '../../webhooks/delivery/retry-webhook-delivery.ts';
import '../../webhooks/delivery/test-webhook-endpoint.ts';
import '../../webhooks/endpoint/create-webhook-endpoint.ts';
import '../../webhooks/endpoint/delete-webhook-endpoint.ts';
import '../../webhooks/endpoint/find-webhook-endpoint.ts';
import '../../webhooks/endpoint/list-webhook-endpoints.ts';
import '../../webhooks/endpoint/rotate-webhook-secret.ts';
import '../../webhooks/endpoint/update-webhook-endpoint.ts';
import '../../webhooks/recovery/recover-webhook-endpoint.ts';
import '../../webhooks/verification/verify-webhook.ts';

/** The GraphQL schema of the whole service. */
export const schema = new GraphQLSchema({
  ...builder.toSchema().toConfig(),
  description:
    'The campaign service. Every request requires an API key. Ids are the same in GraphQL, REST and webhooks.',
});

// Pothos sets the default resolver explicitly, and compiled documents would call it for every field. Without a
// resolver, they read the property directly, which is faster.
for (const type of Object.values(schema.getTypeMap())) {
  if (!isObjectType(type)) continue;
  for (const field of Object.values(type.getFields())) {
    if (field.resolve === defaultFieldResolver) delete field.resolve;
  }
}
