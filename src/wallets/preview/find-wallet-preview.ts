import { z } from 'zod';
import { builder } from '../../api/builder.ts';
import { languageEnum } from '../../api/inputs.ts';
import { query } from '../../api/query.ts';
import { requireScope } from '../../api/viewer.ts';
import { type PassLanguage, passLanguages } from '../../words/languages.ts';
import { designCampaignId, designFields } from '../design/design.inputs.ts';
import { takePictures } from '../design/design-pictures.ts';
import { requireUsedTexts } from '../design/design-texts.ts';
import { changedDesign, requireDesignCampaign } from '../design/wallet-design.ts';
import { previewAddress, storedPreview } from './wallet-preview.tsx';

interface Preview {
  svg: string;
  url: string | null;
}

const WalletPreview = builder.objectType(builder.objectRef<Preview>('WalletPreview'), {
  description:
    'A preview of a pass in Apple Wallet and Google Wallet, for a fictitious person. Times are in the time zone of the campaign, as on its page.',
  fields: (t) => ({
    svg: t.exposeString('svg', { description: 'An SVG picture of 768 × 576 points that needs no other file.' }),
    url: t.exposeString('url', {
      nullable: true,
      description:
        'The address of the picture. It always shows the stored design, in the language of the browser. Anyone with the address can see the picture. Null for a design that is not stored.',
    }),
  }),
});

const passLanguage = languageEnum(
  passLanguages,
  'WalletLanguage',
  'A language in which phones show passes. Phones set to any other language show them in English.',
);

const design = z.object(designFields).meta({ id: 'WalletDesignInput', description: 'Changes to a wallet design.' });

query({
  name: 'walletPreview',
  description:
    'An image of the passes of a coupon or loyalty card in both wallets. With `design`, the image shows the design with these changes, and nothing is stored. `design` needs the scope `WRITE`, because the service fetches the images of the design.',
  scope: 'READ',
  input: z.object({
    campaign: designCampaignId,
    design: design.nullish().meta({ description: 'Changes to the stored design. Default: none.' }),
    language: passLanguage.default('EN').meta({ description: 'The language of the phone. Default: EN.' }),
  }),
  type: WalletPreview,
  problems: ['COUPON_NOT_FOUND', 'LOYALTY_CARD_NOT_FOUND'],
  cost: { own: 2000 },
  run: async ({ input, viewer, services, database }) => {
    const { account } = viewer;
    const campaign = await requireDesignCampaign(database, account.id, input.campaign);
    const { design: changes } = input;
    const language = input.language.toLowerCase() as PassLanguage;
    if (!changes) {
      const url = previewAddress(services, input.campaign);
      return { svg: await storedPreview(database, account, campaign, { language }), url };
    }
    requireScope(viewer, 'WRITE');
    requireUsedTexts('coupon' in campaign ? 'COUPON' : 'CARD', changes, 'design.');
    const pictures = await takePictures(services, viewer, changes, 'design.');
    const ids = new Map([...pictures].map(([field, { id }]) => [field, id]));
    const change = (stored: Parameters<typeof changedDesign>[0]) => changedDesign(stored, changes, ids);
    return {
      svg: await storedPreview(database, account, campaign, { language, change, pictures: [...pictures.values()] }),
      url: null,
    };
  },
});
