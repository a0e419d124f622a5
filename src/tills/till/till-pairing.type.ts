import { builder } from '../../api/builder.ts';
import type { Services } from '../../api/context.ts';
import { drawSvg } from '../../sessions/barcode/barcode.ts';
import { tillPairingAddress } from '../../vocabulary/links.ts';
import type { Till } from './till.ts';
import { TillType } from './till.type.ts';

export interface TillPairing {
  till: Till;
  token: string;
}

const addressOf = ({ publicUrl }: Services, { token }: TillPairing) => tillPairingAddress(publicUrl, token);

export const TillPairingType = builder.objectType(builder.objectRef<TillPairing>('TillPairing'), {
  description: 'A link that pairs a device with a till, once, within 15 minutes.',
  fields: (t) => ({
    till: t.field({ type: TillType, description: 'The till.', resolve: ({ till }) => till }),
    url: t.string({
      description:
        'The link. Open it on the device. Whoever opens it first has the till, and it is returned only this once.',
      resolve: (pairing, _, { services }) => addressOf(services, pairing),
    }),
    qrCode: t.string({
      description: 'The link as a QR code: an SVG image.',
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
