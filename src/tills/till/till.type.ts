import { ViewerType } from '../../accounts/viewer/viewer.type.ts';
import { enumTypeOf } from '../../api/arguments.ts';
import { builder } from '../../api/builder.ts';
import type { Services } from '../../api/context.ts';
import { shownColumns } from '../../api/noun-fields.ts';
import { findRow } from '../../kernel/database/rows.ts';
import { findLocation } from '../../locations/location/location.ts';
import { LocationType } from '../../locations/location/location.type.ts';
import { nodeType } from '../../nodes/node.type.ts';
import { ofAccount } from '../../nodes/node-rows.ts';
import { drawSvg } from '../../sessions/barcode/barcode.ts';
import { tillPairingAddress } from '../../vocabulary/links.ts';
import { offlineRedemption } from './till.inputs.ts';
import { type Till, type TillField, tillFieldsOf, tillRow, tills } from './till.ts';

const TillFieldType = builder.objectType(builder.objectRef<TillField>('TillField'), {
  description: 'A custom field of a session that a till asks for.',
  tillFields: ['number', 'label'],
  fields: (t) => ({
    number: t.exposeInt('number', { description: 'The number of the field, 1 to 7: 1 is `customField1`.' }),
    label: t.exposeString('label', { description: 'The label of the field on the till.' }),
  }),
});

export const TillType = nodeType<Till>('Till', {
  form: 'till',
  find: ofAccount(tillRow),
  scope: 'ADMIN',
  description:
    'A device at a cash desk. A link pairs it with the account. It then calls with an id and a secret, and has only the scope `TILL`.',
  tillFields: [
    ...['id', 'name', 'location', 'locationId', 'redeemsAtOnce', 'asksForMoney', 'fields', 'offlineRedemption'],
    ...['createdAt', 'pairedAt', 'pairingExpiresAt', 'lastUsedAt', 'revokedAt'],
  ],
  fields: (t) => ({
    ...shownColumns(t, tills, {
      id: '`til_` followed by 16 characters. The device also sends it as the id of its key.',
      name: 'Name of the till.',
      locationId: 'The id of the location, even if the location was deleted.',
      createdAt: 'When the till was created.',
      pairedAt: 'When the device was paired. Null if no device is paired.',
      pairingExpiresAt: 'When the pairing link expires or expired. Null without a link, or once a device has used it.',
      lastUsedAt: 'When the till was last used, to the minute. Null if it has never been used.',
      revokedAt: 'When the till was revoked. Null if it is not revoked.',
    }),
    location: t.field({
      type: LocationType,
      nullable: true,
      description: 'The location that the till belongs to. Null if there is none or if the location was deleted.',
      resolve: ({ accountId, locationId: id }, _, { services }) =>
        id ? findLocation(services.database, { accountId, id }) : null,
    }),
    redeemsAtOnce: t.boolean({
      description: 'Whether the till redeems scanned codes without a tap.',
      resolve: (till) => Boolean(till.redeemsAtOnce),
    }),
    asksForMoney: t.boolean({
      description: 'Whether the till asks how much money the customer spent.',
      resolve: (till) => Boolean(till.asksForMoney),
    }),
    fields: t.field({
      type: [TillFieldType],
      description:
        'The custom fields of a session that the till asks for, ordered by number. At most 7, not paginated.',
      cost: { items: 7 },
      resolve: tillFieldsOf,
    }),
    offlineRedemption: t.expose('offlineRedemption', {
      type: enumTypeOf(offlineRedemption),
      description: 'How the till handles codes that it scans while it is offline.',
    }),
    keyId: t.exposeID('madeBy', { description: 'The id of the API key or person that created the till.' }),
  }),
});

interface TillPairing {
  till: Till;
  token: string;
}

const addressOf = ({ publicUrl }: Services, { token }: TillPairing) => tillPairingAddress(publicUrl, token);

export const TillPairingType = builder.objectType(builder.objectRef<TillPairing>('TillPairing'), {
  description: 'A link that pairs a device with a till. It works once and expires after 15 minutes.',
  fields: (t) => ({
    till: t.field({ type: TillType, description: 'The till.', resolve: ({ till }) => till }),
    url: t.string({
      description:
        'The link. Open it on the device. The first device that opens it becomes the till. The link is returned only once.',
      resolve: (pairing, _, { services }) => addressOf(services, pairing),
    }),
    qrCode: t.string({
      description: 'The link as a QR code in SVG.',
      cost: { own: 2000 },
      resolve: (pairing, _, { services, viewer }) =>
        drawSvg(addressOf(services, pairing), 'QRCODE', { rootId: viewer?.account.rootId ?? pairing.till.accountId }),
    }),
    expiresAt: t.field({
      type: 'DateTime',
      description: 'When the link expires.',
      resolve: ({ till }) => till.pairingExpiresAt as string,
    }),
  }),
});

builder.objectField(ViewerType, 'till', (t) =>
  t.field({
    type: TillType,
    nullable: true,
    description: 'The calling till and its settings. Null for an API key or a person.',
    resolve: ({ till, keyId: id, account }, _, { services: { database } }) =>
      till ? findRow(database, tillRow, { id, accountId: account.id }) : null,
  }),
);
