import { z } from 'zod';
import { httpsAddress, idText, optionalLine, optionalText } from '../../api/inputs.ts';
import { color } from '../../loyalty/card/card.inputs.ts';
import { changeUses, labelUses, ofEach, type Use } from './design-texts.ts';

export const designCampaignId = idText('the id of a campaign').meta({
  scalar: 'ID',
  idKinds: ['coupon', 'loyaltyCard'],
  description: 'The campaign: a coupon (`cam_…`) or a loyalty card (`loy_…`).',
});

const location = z
  .object({
    latitude: z.number().min(-90).max(90).meta({ scalar: 'Float', description: 'Degrees north, -90 to 90.' }),
    longitude: z.number().min(-180).max(180).meta({ scalar: 'Float', description: 'Degrees east, -180 to 180.' }),
    text: z
      .string()
      .trim()
      .min(1)
      .max(100)
      .meta({ description: 'The text that the lock screen shows near the place, 1 to 100 characters.' }),
  })
  .meta({ id: 'WalletLocationInput', description: 'A place near which phones show the pass on the lock screen.' });

const kinds: Record<Use, string> = { BOTH: '', COUPON: ', for coupons', CARD: ', for loyalty cards' };

const labels = z
  .object(
    ofEach(labelUses, (name) => {
      const { use, field } = labelUses[name];
      return optionalText(30, `The name of the field with ${field}${kinds[use]}`);
    }),
  )
  .meta({
    id: 'WalletLabelsInput',
    description: 'The names of the fields of a pass. Default: names in the language of the phone.',
  });

const changes = z
  .object(
    ofEach(changeUses, (name) => {
      const { use, change, value } = changeUses[name];
      return z
        .string()
        .trim()
        .max(100)
        .regex(/^[^%]*%@[^%]*$/, 'must contain %@ once, for which phones show the new value, and no other %')
        .nullish()
        .meta({
          description: `The text shown when ${change}${kinds[use]}. At most 100 characters, with \`%@\` for ${value}.`,
        });
    }),
  )
  .meta({
    id: 'WalletChangesInput',
    description:
      'The texts that the lock screen of Apple devices shows when something changes. Each text contains `%@` once. Default: texts in the language of the phone.',
  });

const picture = (what: string, details = '') =>
  httpsAddress.nullish().meta({
    description: `The HTTPS address of ${what}. A PNG, JPEG or WebP file of at most 5 MB and 10 million pixels.${details} The service fetches the file now and keeps it. To fetch it again, pass the address again.`,
  });

export const designFields = {
  backgroundColor: color
    .nullish()
    .meta({ description: 'Background color, `#rrggbb`. Default: the color of the loyalty card, or dark gray.' }),
  foregroundColor: color
    .nullish()
    .meta({ description: 'Color of the values, `#rrggbb`. Default: the color of the loyalty card, or white.' }),
  labelColor: color
    .nullish()
    .meta({ description: 'Color of the names of fields, `#rrggbb`. Default: the color of the values.' }),
  logoText: optionalLine(
    50,
    'Text next to the logo',
    ' Default: the company of the coupon or the account, or the title of the loyalty card. An empty text shows none.',
  ),
  provider: optionalLine(
    100,
    'Name of the company, as shown in notifications',
    ' Default: the company of the coupon, or the name of the account.',
  ),
  iconUrl: picture('the square image next to notifications'),
  logoUrl: picture('the logo at the top of the pass', ' Phones show it at up to 160 × 50 points.'),
  stripUrl: picture(
    'the image across the pass',
    ' It is cropped to 375 × 144 points for Apple and 1032 × 336 pixels for Google. On stamp cards of up to 30 stamps, Apple Wallet shows the stamps instead.',
  ),
  locations: z
    .array(location)
    .max(10)
    .nullish()
    .meta({ description: 'Places near which phones show the pass, at most 10. Replaces all existing places.' }),
  terms: optionalText(10_000, 'Terms and conditions', ' Default: those of the coupon.'),
  labels: labels.nullish().meta({ description: 'Names of the fields. Replaces all existing names.' }),
  changes: changes.nullish().meta({ description: 'The lock screen texts about changes. Replaces all existing texts.' }),
};
