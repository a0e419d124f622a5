import type { EventKind } from '../../kernel/event-log/event.ts';
import type { RecordOf } from '../../kernel/event-log/event-record.ts';
import type { RenderPayload } from '../../webhooks/payload/payload-facts.ts';
import { date } from '../representations/wire-values.ts';
import { couponEditFields } from './coupon-edit-payload.ts';
import { couponFields } from './coupon-payload.ts';
import { directoryFields } from './directory-payload.ts';
import { landingFields } from './landing-payload.ts';
import { walletLoyaltyFields, webLoyaltyFields } from './loyalty-payload.ts';
import type { FieldsOf } from './payload-fields.ts';
import { subaccountFields } from './subaccount-payload.ts';

const fieldsOfKind: { [Kind in EventKind]: FieldsOf } = {
  COUPON: couponFields,
  COUPON_EDIT: couponEditFields,
  DIRECTORY_PAGE: directoryFields,
  LANDING_PAGE: landingFields,
  SUBACCOUNT: subaccountFields,
  WEB_LOYALTY: webLoyaltyFields,
  WALLET_LOYALTY: walletLoyaltyFields,
};

/** Returns the renderer of the payloads of webhooks (legacy wire, section 4). */
export function webhookPayloads(recordOf: RecordOf, publicUrl: string): RenderPayload {
  return (event, facts) => ({
    id: event.id,
    datetime: date(event.createdAt),
    type: event.type,
    ...fieldsOfKind[event.kind](event, facts, publicUrl),
    kind: event.kind,
    account: event.accountId,
    record: recordOf(event),
  });
}
