import type { EventKind } from '../kernel/event-log/event.ts';

/** The types of message events. They have the kind of the message's campaign. */
const messages = ['message_sent', 'message_delivered', 'message_failed'] as const;

export type MessageEventType = (typeof messages)[number];

const loyalty = [
  'loyalty_card_created',
  'loyalty_card_updated',
  'loyalty_card_copied',
  'loyalty_card_removed',
  'loyalty_reward_created',
  'loyalty_reward_updated',
  'loyalty_reward_retired',
  'loyalty_user_linked',
  'loyalty_user_updated',
  'loyalty_user_voided',
  'loyalty_user_removed',
  'loyalty_stamps_added',
  'loyalty_stamps_removed',
  'loyalty_points_added',
  'loyalty_points_removed',
  'loyalty_points_expired',
  'loyalty_reward_earned',
  'loyalty_reward_redeemed',
  'loyalty_reward_used',
  'loyalty_entry_reversed',
  ...messages,
] as const;

/** The types of events by kind. Their wire shapes are in payloads/event-kinds.ts. */
export const eventCatalog = {
  COUPON: {
    description: 'Events of coupon sessions, and of messages about a coupon.',
    types: [
      'coupon_session_created',
      'coupon_opened',
      'coupon_session_updated',
      'coupon_claimed',
      'coupon_validated',
      'coupon_unvalidated',
      'coupon_locked',
      'coupon_unlocked',
      'coupon_voided',
      'coupon_unvoided',
      'coupon_activated',
      'coupon_held',
      'coupon_session_removed',
      'coupon_saved',
      'coupon_unsaved',
      ...messages,
    ],
  },
  COUPON_EDIT: {
    description: 'Events of coupons.',
    types: [
      'coupon_created',
      'coupon_updated',
      'coupon_edit_locked',
      'coupon_edit_unlocked',
      'coupon_edit_voided',
      'coupon_edit_unvoided',
      'coupon_removed',
      'coupon_batch_created',
      'coupon_push_sent',
    ],
  },
  DIRECTORY_PAGE: {
    description: 'Events of directories, their members, categories and campaigns, and of messages about a directory.',
    types: [
      'directory_created',
      'directory_updated',
      'directory_removed',
      'directory_category_created',
      'directory_category_updated',
      'directory_category_removed',
      'directory_campaign_added',
      'directory_campaign_updated',
      'directory_campaign_removed',
      'directory_campaign_opened',
      'directory_registration',
      'directory_user_signed_in',
      'directory_user_updated',
      'directory_user_password_changed',
      'directory_user_blocked',
      'directory_user_unblocked',
      'directory_user_removed',
      'directory_access_granted',
      'directory_access_revoked',
      'directory_access_expired',
      ...messages,
    ],
  },
  LANDING_PAGE: {
    description: 'Events of the public pages of coupons: visits, and sessions given to visitors.',
    types: ['landing_page_opened', 'lp_submission'],
  },
  SUBACCOUNT: {
    description: 'Events of subaccounts.',
    types: ['subaccount_created', 'subaccount_updated', 'subaccount_removed'],
  },
  WEB_LOYALTY: {
    description:
      'Events of loyalty cards with the medium `WEB`. Includes their rewards and users, and messages about such a card.',
    types: [...loyalty, 'loyalty_user_created', 'loyalty_complete'],
  },
  WALLET_LOYALTY: {
    description:
      'Events of loyalty cards with the medium `WALLET`. Includes their rewards and users, and messages about such a card.',
    types: [...loyalty, 'loyalty_v3_created', 'loyalty_saved', 'loyalty_unsaved', 'loyalty_push_sent'],
  },
} as const;

type TypesByKind = { [Kind in keyof typeof eventCatalog]: (typeof eventCatalog)[Kind]['types'][number] };

declare module '../kernel/event-log/event.ts' {
  interface EventTypes extends TypesByKind {}
}

export const eventKinds = Object.keys(eventCatalog) as [EventKind, ...EventKind[]];

export const eventTypes: ReadonlySet<string> = new Set(Object.values(eventCatalog).flatMap(({ types }) => types));

export const messageEventTypes: ReadonlySet<string> = new Set(messages);
