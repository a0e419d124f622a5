import { z } from 'zod';
import { openWallet, platform } from '../declaration.ts';
import { baseUrl, baseUrlSchema, document, plain } from '../shared-settings.inputs.ts';
import { GoogleWallet } from './google-wallet.ts';
import { type GoogleSettings, readServiceAccount } from './service-account.ts';

const usualUrl = 'https://walletobjects.googleapis.com';

const openGoogle = openWallet((settings, { outbound }) =>
  new GoogleWallet(settings as GoogleSettings, outbound).check(),
);

export const google = platform({
  name: 'Google',
  channels: ['GOOGLE_WALLET'],
  description: 'Google, for passes in Google Wallet.',
  settings: {
    issuerId: {
      input: plain(20),
      description: 'the issuer id from the Google Wallet console, such as `3388000000012345678`.',
      shown: 'the id of the issuer.',
      form: { required: true },
    },
    serviceAccount: {
      input: document,
      secret: true,
      description: 'the JSON key file of the service account that has access to the issuer.',
      form: { required: true, accept: '.json' },
    },
    baseUrl: baseUrl(usualUrl),
  },
  computed: {
    serviceAccountEmail: { description: 'the email address of the service account.', storedAs: 'email' },
  },
  schema: z
    .strictObject({
      serviceAccount: document,
      issuerId: z.string().regex(/^\d{1,20}$/, 'is not the id of an issuer, which has up to 20 digits'),
      baseUrl: baseUrlSchema(usualUrl),
    })
    .transform(({ serviceAccount, ...others }, context): GoogleSettings => {
      try {
        return { ...readServiceAccount(serviceAccount), ...others };
      } catch (error) {
        context.addIssue({ code: 'custom', path: ['serviceAccount'], message: (error as Error).message });
        return z.NEVER;
      }
    }),
  open: openGoogle,
  works: () => 'Google lets the service account use the issuer.',
  facts: ['issuerId', 'serviceAccountEmail', 'baseUrl'],
  summary: ['issuerId'],
});
