import { type Coupon, coupons } from '../../coupons/coupon/coupon.ts';
import { CouponType } from '../../coupons/coupon/coupon.type.ts';
import { builder } from '../../kernel/api/builder.ts';
import { columnsOf, selectList } from '../../kernel/database/columns.ts';
import { shared } from '../../kernel/database/loaders.ts';
import { bind } from '../../kernel/database/statement.ts';
import { now } from '../../kernel/values/instant.ts';
import { sessionPath } from '../../kernel/values/links.ts';
import { type ClaimType as ClaimTypeName, type CouponSession, isExpired } from './session.ts';
import { findHistory, type HistoryEntry } from './session-history.ts';

const ClaimType = builder.enumType('ClaimType', {
  description: 'How a session was claimed.',
  values: {
    CUSTOMER: { description: 'By the customer, on the page of the coupon.' },
    API: { description: 'By a call for this session.' },
    BATCH: { description: 'By a batch update.' },
  } satisfies Record<ClaimTypeName, object>,
});

const HistoryEntryType = builder.objectType(builder.objectRef<HistoryEntry>('HistoryEntry'), {
  description: 'What happened to a session, once.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The id of the event: `evt_` and 20 characters.' }),
    type: t.exposeString('type', { description: 'What happened, such as `coupon_claimed`.' }),
    at: t.expose('at', { type: 'DateTime', description: 'When it happened.' }),
    keyId: t.exposeID('keyId', { nullable: true, description: 'The API key that did it.' }),
  }),
});

export const CouponSessionType = builder.objectType(builder.objectRef<CouponSession>('CouponSession'), {
  description: 'One single-use chance of one customer to use a coupon.',
  fields: (t) => ({
    session: t.exposeID('session', { description: 'The secret code that stands in its address: 21 characters.' }),
    sequenceId: t.expose('sequence', {
      type: 'BigInt',
      description: 'A number that ascends over the installation, for batch updates.',
    }),
    coupon: t.field({
      type: CouponType,
      description: 'The coupon.',
      resolve: (session, _, { services }) => findCoupon(services.database, session.couponId),
    }),
    couponId: t.exposeID('couponId', { description: 'The id of the coupon.' }),
    url: t.string({
      description: 'The address to send to the customer.',
      resolve: (session, _, { services }) => services.publicUrl + sessionPath(session.couponCode, session.session),
    }),
    widgetValidationCode: t.string({
      description: 'The first 6 characters of the session code.',
      resolve: (session) => session.session.slice(0, 6),
    }),
    customValidationCode: t.exposeString('customValidationCode', {
      nullable: true,
      description: 'Its given, generated or imported validation code.',
    }),
    customId: t.exposeString('customId', { nullable: true, description: 'An id of your own.' }),
    firstName: t.exposeString('firstName', { nullable: true, description: 'First name of the customer.' }),
    lastName: t.exposeString('lastName', { nullable: true, description: 'Last name of the customer.' }),
    email: t.exposeString('email', { nullable: true, description: 'Email address of the customer.' }),
    phone: t.exposeString('phone', { nullable: true, description: 'Phone number of the customer, as it was given.' }),
    customField1: t.exposeString('customField1', { nullable: true, description: 'Custom field 1.' }),
    customField2: t.exposeString('customField2', { nullable: true, description: 'Custom field 2.' }),
    customField3: t.exposeString('customField3', { nullable: true, description: 'Custom field 3.' }),
    customField4: t.exposeString('customField4', { nullable: true, description: 'Custom field 4.' }),
    customField5: t.exposeString('customField5', { nullable: true, description: 'Custom field 5.' }),
    customField6: t.exposeString('customField6', { nullable: true, description: 'Custom field 6.' }),
    customField7: t.exposeString('customField7', { nullable: true, description: 'Custom field 7.' }),
    moneySpent: t.expose('moneySpent', {
      type: 'Decimal',
      nullable: true,
      description: 'What the customer spent, with three places.',
    }),
    utmCampaign: t.exposeString('utmCampaign', { nullable: true, description: 'UTM campaign.' }),
    utmSource: t.exposeString('utmSource', { nullable: true, description: 'UTM source.' }),
    utmMedium: t.exposeString('utmMedium', { nullable: true, description: 'UTM medium.' }),
    utmTerm: t.exposeString('utmTerm', { nullable: true, description: 'UTM term.' }),
    utmContent: t.exposeString('utmContent', { nullable: true, description: 'UTM content.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    openedAt: t.expose('openedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the customer first opened it.',
    }),
    startedAt: t.expose('startedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was started, which fixes a flexible expiry.',
    }),
    claimedAt: t.expose('claimedAt', { type: 'DateTime', nullable: true, description: 'When it was claimed.' }),
    claimType: t.expose('claimType', { type: ClaimType, nullable: true, description: 'How it was claimed.' }),
    validatedAt: t.expose('validatedAt', { type: 'DateTime', nullable: true, description: 'When it was validated.' }),
    lockedAt: t.expose('lockedAt', { type: 'DateTime', nullable: true, description: 'Since when it is locked.' }),
    voidedAt: t.expose('voidedAt', { type: 'DateTime', nullable: true, description: 'Since when it is void.' }),
    savedAt: t.expose('savedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was saved to a mobile wallet.',
    }),
    heldUntil: t.expose('heldUntil', {
      type: 'DateTime',
      nullable: true,
      description: 'Until when a till holds it, or held it last.',
    }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it expires: its own expiry, or else that of the coupon.',
    }),
    history: t.field({
      type: [HistoryEntryType],
      description: 'What happened to it as far back as events are kept, oldest first; the last 1,000 at most.',
      resolve: ({ session }, _, { services }) => findHistory(services.database, session),
    }),
    expired: t.boolean({ description: 'Whether it is expired now.', resolve: (session) => isExpired(session, now()) }),
  }),
});

const columns = selectList(columnsOf(coupons, 'c'));

const findCoupon = shared<string, Coupon>(async (database, ids) => {
  const found = await database.rows<Coupon>(...bind(`SELECT ${columns} FROM coupons c WHERE c.id IN (:ids)`, { ids }));
  return ids.map((id) => found.find((coupon) => coupon.id === id) ?? new Error(`coupon ${id} is gone`));
});
