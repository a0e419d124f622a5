import type { EventKind, EventType } from './event-catalog.ts';

/**
 * The types that the previous version of the service gave other names: the former names and the present ones, by kind.
 * A former name of one kind can be a present name of another.
 */
export const renamedTypes: { readonly [Kind in EventKind]?: Readonly<Record<string, EventType<Kind>>> } = {
  COUPON: {
    coupon_created: 'coupon_session_created',
    coupon_updated: 'coupon_session_updated',
    coupon_removed: 'coupon_session_removed',
  },
  COUPON_EDIT: {
    coupon_edit_created: 'coupon_created',
    coupon_edit_updated: 'coupon_updated',
    coupon_edit_status_updated: 'coupon_updated',
    coupon_edit_removed: 'coupon_removed',
  },
  DIRECTORY_PAGE: { directory_user_registered: 'directory_registration' },
  WEB_LOYALTY: { loyalty_reward_earned: 'loyalty_complete' },
  WALLET_LOYALTY: { loyalty_user_created: 'loyalty_v3_created' },
};

/**
 * The present name of the type of an event `e`, as an SQL expression. Processes of the previous version record former
 * names while they are being replaced. `renameEventTypes` renames what they left.
 */
export const presentType = `CASE ${Object.entries(renamedTypes)
  .flatMap(([kind, names]) =>
    Object.entries(names).map(
      ([former, present]) => `WHEN e.kind = '${kind}' AND e.type = '${former}' THEN '${present}'`,
    ),
  )
  .join(' ')} ELSE e.type END`;
