import { accountAbove } from '../../accounts/account/account.ts';
import { builder } from '../../api/builder.ts';
import type { Context } from '../../api/context.ts';
import { shownColumns, shownFields, tillFieldsOf } from '../../api/noun-fields.ts';
import { type BriefCoupon, couponTexts } from '../../coupons/coupon/coupon.ts';
import { CouponType } from '../../coupons/coupon/coupon.type.ts';
import { batched } from '../../kernel/database/loaders.ts';
import { findRows } from '../../kernel/database/rows.ts';
import { now } from '../../kernel/values/instant.ts';
import { findLocation } from '../../locations/location/location.ts';
import { LocationType } from '../../locations/location/location.type.ts';
import { nodeType } from '../../nodes/node.type.ts';
import { sessionPath } from '../../vocabulary/links.ts';
import { customerFields, utmFields } from './session.fields.ts';
import {
  type ClaimType as ClaimTypeName,
  type CouponSession,
  couponSessions,
  findSessions,
  isExpired,
} from './session.ts';
import { type Deed, findDoer, findHistory, type HistoryEntry } from './session-history.ts';

const ClaimType = builder.enumType('ClaimType', {
  description: 'How a session was claimed.',
  values: {
    CUSTOMER: { description: 'By the customer, on the page of the coupon.' },
    API: { description: 'By an API call for this session.' },
    BATCH: { description: 'By a batch update.' },
  } satisfies Record<ClaimTypeName, object>,
});

export const HistoryEntryType = builder.objectType(builder.objectRef<HistoryEntry>('HistoryEntry'), {
  description: 'An event in the history of a session.',
  fields: (t) => ({
    eventId: t.exposeID('id', { description: 'The id of the event: `evt_` followed by 20 characters.' }),
    type: t.exposeString('type', { description: 'The type of the event, such as `coupon_claimed`.' }),
    at: t.expose('at', { type: 'DateTime', description: 'When the event happened.' }),
    keyId: t.exposeID('keyId', {
      nullable: true,
      description:
        'The id of the API key (`key_…`), person (`per_…`) or till (`til_…`) that made the call. Null if there was no such caller, for example on the page of the coupon.',
    }),
    locationId: t.exposeID('locationId', {
      nullable: true,
      description:
        'Where the session was claimed or validated. The id of a location, or another id that the caller gave. Null if it is not known, and for other events.',
    }),
    location: t.field({
      type: LocationType,
      nullable: true,
      description: 'The location. Null if `locationId` is not the id of a registered location.',
      resolve: ({ accountId, locationId: id }, _, { services }) =>
        id ? findLocation(services.database, { accountId, id }) : null,
    }),
  }),
});

function doerField(deed: Deed, what: string, isDone: (session: CouponSession) => unknown) {
  return {
    nullable: true,
    description: `The name of the API key, till or person that ${what}. For a person without a name, the email address. Null if nobody has done so, if a customer did, or if the actor no longer belongs to the account or its parent account.`,
    cost: { own: 5 },
    resolve: async (session: CouponSession, _: object, { services, viewer }: Context) => {
      if (!isDone(session) || !viewer) return null;
      const doer = await findDoer(services.database, { session: session.session, deed });
      const parentId = accountAbove(viewer.account);
      return doer?.keyId ? services.nameOf({ id: doer.keyId, accountId: session.accountId, parentId }) : null;
    },
  } as const;
}

export const CouponSessionType = nodeType<CouponSession>('CouponSession', {
  form: 'session',
  find: ({ database, viewer }, ids) => findSessions(database, viewer.account.id, ids),
  idOf: ({ session }) => session,
  description: 'A single-use copy of a coupon for one customer.',
  tillFields: [
    ...tillFieldsOf(customerFields),
    ...['id', 'session', 'coupon', 'couponId', 'widgetValidationCode', 'customValidationCode', 'customId'],
    ...['moneySpent', 'value', 'createdAt', 'openedAt', 'startedAt', 'claimedAt', 'claimType', 'claimedBy'],
    ...[
      'validatedAt',
      'validatedBy',
      'locationId',
      'location',
      'lockedAt',
      'voidedAt',
      'heldUntil',
      'heldBy',
      'expiresAt',
      'expired',
    ],
  ],
  fields: (t) => ({
    id: t.exposeID('session', { description: 'The session code. Same as `session`.' }),
    session: t.exposeID('session', {
      description: 'The secret session code, 21 characters. It is part of the public address of the session.',
    }),
    sequenceId: t.expose('sequence', {
      type: 'BigInt',
      description:
        'The sequence id, a unique number that increases with each new session. Batch updates use it to select sessions.',
    }),
    coupon: t.field({
      type: CouponType,
      description: 'The coupon.',
      resolve: (session, _, { services }) => findCoupon(services.database, session.couponId),
    }),
    ...shownColumns(t, couponSessions, {
      couponId: 'The id of the coupon.',
      customValidationCode: 'The validation code: custom, generated or imported.',
      createdAt:
        'When the session was created, which is when its sequence id was reserved. All sessions of one bulk creation have the same time.',
      openedAt: 'When the customer first opened the session. Null if it has never been opened.',
      startedAt: 'When the session was started. A flexible expiry counts from this time. Null if it is not started.',
      claimedAt: 'When the session was claimed. Null if it is not claimed.',
      validatedAt: 'When the session was validated. Null if it is not validated.',
      locationId:
        'Where the session was last claimed or validated. The id of a location, or another id that the caller gave. Null if it is not known. It stays when the validation is removed.',
      lockedAt: 'When the session was locked. Null if it is not locked.',
      voidedAt: 'When the session was voided. Null if it is not voided.',
      unvoidedAt: 'When the session was last unvoided. Null if it has never been unvoided.',
      savedToAppleAt: 'When the session was saved to Apple Wallet. Null if it has never been saved.',
      savedToGoogleAt: 'When the session was saved to Google Wallet. Null if it has never been saved.',
      updatedAt: 'When an operation or new data last changed the session. Null if it has never changed.',
      heldUntil: 'When the current hold by a till ends, or the last one ended. Null if there was none.',
    }),
    url: t.string({
      description: 'The public address of the session, to send to the customer.',
      resolve: (session, _, { services }) => services.publicUrl + sessionPath(session.couponCode, session.session),
    }),
    widgetValidationCode: t.string({
      description: 'The first 6 characters of the session code.',
      resolve: (session) => session.session.slice(0, 6),
    }),
    customId: t.exposeString('customId', { nullable: true, description: 'The custom id.' }),
    ...shownFields(t, customerFields),
    ...shownFields(t, utmFields),
    moneySpent: t.expose('moneySpent', {
      type: 'Decimal',
      nullable: true,
      description: 'The amount that the customer spent, with three decimal places.',
    }),
    value: t.expose('value', { type: 'Decimal', nullable: true, description: 'The value of the coupon.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description:
        'When the session expires: its own expiry, otherwise the expiry of the coupon. Null if it does not expire.',
    }),
    claimedBy: t.string(doerField('CLAIMED', 'claimed it', ({ claimedAt }) => claimedAt)),
    claimType: t.expose('claimType', {
      type: ClaimType,
      nullable: true,
      description: 'How the session was claimed. Null if it is not claimed.',
    }),
    validatedBy: t.string(doerField('VALIDATED', 'validated it', ({ validatedAt }) => validatedAt)),
    location: t.field({
      type: LocationType,
      nullable: true,
      description:
        'The location where the session was last claimed or validated. Null if `locationId` is not the id of a registered location.',
      resolve: ({ accountId, locationId: id }, _, { services }) =>
        id ? findLocation(services.database, { accountId, id }) : null,
    }),
    heldBy: t.string(doerField('HELD', 'holds it, or held it last', ({ heldUntil }) => heldUntil)),
    history: t.field({
      type: [HistoryEntryType],
      description: 'The last 1,000 stored events of the session, oldest first. Not paginated.',
      cost: { items: 20 },
      resolve: ({ session }, _, { services }) => findHistory(services.database, session),
    }),
    expired: t.boolean({
      description: 'Whether the session has expired.',
      resolve: (session) => isExpired(session, now()),
    }),
  }),
});

export const findCoupon = batched<string, BriefCoupon>(async (database, ids) => {
  const found = await findRows(database, { ...couponTexts.brief, existing: {} }, { id: ids });
  return ids.map((id) => found.find((coupon) => coupon.id === id) ?? new Error(`Coupon ${id} not found.`));
});
