/** Every type of event, by kind (contract, section 6, "Webhook events"). */
const catalog = {
  COUPON: [
    'coupon_created',
    'coupon_updated',
    'coupon_claimed',
    'coupon_validated',
    'coupon_unvalidated',
    'coupon_locked',
    'coupon_unlocked',
    'coupon_voided',
    'coupon_unvoided',
    'coupon_activated',
    'coupon_held',
    'coupon_removed',
  ],
  COUPON_EDIT: [
    'coupon_edit_created',
    'coupon_edit_updated',
    'coupon_edit_status_updated',
    'coupon_edit_locked',
    'coupon_edit_unlocked',
    'coupon_edit_voided',
    'coupon_edit_unvoided',
    'coupon_edit_removed',
    'coupon_batch_created',
  ],
  SUBACCOUNT: ['subaccount_created', 'subaccount_updated'],
} as const;

export type EventKind = keyof typeof catalog;

export type EventType<Kind extends EventKind> = (typeof catalog)[Kind][number];

export const eventKinds = Object.keys(catalog) as [EventKind, ...EventKind[]];

export const eventTypes: ReadonlySet<string> = new Set(Object.values(catalog).flat());
