import { defaultFieldResolver, GraphQLSchema, isObjectType } from 'graphql';
import { builder } from './api/builder.ts';
import './accounts/create-account.ts';
import './accounts/create-api-key.ts';
import './accounts/revoke-api-key.ts';
import './accounts/top-up-email-balance.ts';
import './accounts/update-account.ts';
import './accounts/viewer.ts';
import './contacts/add-contact.ts';
import './contacts/create-group.ts';
import './contacts/delete-group.ts';
import './contacts/list-contacts.ts';
import './contacts/list-groups.ts';
import './contacts/remove-contact.ts';
import './contacts/update-group.ts';
import './coupons/create-coupon.ts';
import './coupons/create-folder.ts';
import './coupons/delete-coupon.ts';
import './coupons/delete-folder.ts';
import './coupons/delete-tag.ts';
import './coupons/find-coupon.ts';
import './coupons/list-coupons.ts';
import './coupons/list-folders.ts';
import './coupons/list-tags.ts';
import './coupons/lock-coupon.ts';
import './coupons/rename-tag.ts';
import './coupons/set-coupon-status.ts';
import './coupons/unlock-coupon.ts';
import './coupons/unvoid-coupon.ts';
import './coupons/update-coupon.ts';
import './coupons/update-folder.ts';
import './coupons/void-coupon.ts';
import './directories/add-campaign.ts';
import './directories/create-category.ts';
import './directories/create-directory.ts';
import './directories/create-single-sign-on.ts';
import './directories/create-user.ts';
import './directories/delete-category.ts';
import './directories/delete-directory.ts';
import './directories/delete-user.ts';
import './directories/find-directory.ts';
import './directories/find-user.ts';
import './directories/grant-access.ts';
import './directories/list-directories.ts';
import './directories/list-users.ts';
import './directories/remove-campaign.ts';
import './directories/reorder-campaigns.ts';
import './directories/reorder-categories.ts';
import './directories/revoke-access.ts';
import './directories/set-user-blocked.ts';
import './directories/set-user-password.ts';
import './directories/update-campaign.ts';
import './directories/update-category.ts';
import './directories/update-directory.ts';
import './files/create-export.ts';
import './jobs/cancel-job.ts';
import './jobs/find-job.ts';
import './loyalty/add-stamps.ts';
import './loyalty/adjust-balance.ts';
import './loyalty/copy-card.ts';
import './loyalty/create-card.ts';
import './loyalty/create-merchant.ts';
import './loyalty/create-person.ts';
import './loyalty/create-reward.ts';
import './loyalty/create-user.ts';
import './loyalty/create-users.ts';
import './loyalty/delete-card.ts';
import './loyalty/delete-user.ts';
import './loyalty/find-card.ts';
import './loyalty/find-user.ts';
import './loyalty/link-user.ts';
import './loyalty/list-cards.ts';
import './loyalty/list-merchants.ts';
import './loyalty/list-users.ts';
import './loyalty/redeem-points.ts';
import './loyalty/retire-reward.ts';
import './loyalty/reverse-entry.ts';
import './loyalty/search-users.ts';
import './loyalty/update-card.ts';
import './loyalty/update-reward.ts';
import './loyalty/update-user.ts';
import './loyalty/use-rewards.ts';
import './loyalty/void-user.ts';
import './sessions/activate-session.ts';
import './sessions/batch-update-sessions.ts';
import './sessions/claim-session.ts';
import './sessions/create-session.ts';
import './sessions/create-sessions.ts';
import './sessions/create-sessions-job.ts';
import './sessions/delete-session.ts';
import './sessions/find-session.ts';
import './sessions/hold-session.ts';
import './sessions/import-codes.ts';
import './sessions/list-sessions.ts';
import './sessions/lock-session.ts';
import './sessions/search-sessions.ts';
import './sessions/session-barcode.ts';
import './sessions/unlock-session.ts';
import './sessions/unvalidate-session.ts';
import './sessions/unvoid-session.ts';
import './sessions/update-session.ts';
import './sessions/validate-session.ts';
import './sessions/void-session.ts';
import './distribution/connect-integration.ts';
import './distribution/disconnect-integration.ts';
import './distribution/list-integrations.ts';
import './distribution/test-integration.ts';
import './webhooks/list-events.ts';
import './webhooks/verify-webhook.ts';
import './webhooks/webhook-events.ts';
import './webhooks/create-endpoint.ts';
import './webhooks/delete-endpoint.ts';
import './webhooks/find-endpoint.ts';
import './webhooks/list-deliveries.ts';
import './webhooks/list-endpoints.ts';
import './webhooks/recover-endpoint.ts';
import './webhooks/retry-delivery.ts';
import './webhooks/rotate-secret.ts';
import './webhooks/test-endpoint.ts';
import './webhooks/update-endpoint.ts';

/** Everything that the service does, as GraphQL. */
export const schema = new GraphQLSchema({
  ...builder.toSchema().toConfig(),
  description:
    'Coupons and their single-use sessions. Every request needs an API key. Ids are the same here, in REST and in webhooks.',
});

// Pothos names the default resolver where it is meant. Compiled documents would call it for every field, and read the
// property by themselves where there is none.
for (const type of Object.values(schema.getTypeMap())) {
  if (!isObjectType(type)) continue;
  for (const field of Object.values(type.getFields())) {
    if (field.resolve === defaultFieldResolver) delete field.resolve;
  }
}
