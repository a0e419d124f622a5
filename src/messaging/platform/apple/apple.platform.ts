import { z } from 'zod';
import { openWallet, platform } from '../declaration.ts';
import { document } from '../shared-settings.inputs.ts';
import { problemOfCertificate } from './apns-client.ts';
import { appleAuthority } from './apple-authority.ts';
import {
  type AppleSettings,
  isIssuedBy,
  passCertificateOf,
  readCertificate,
  readPrivateKey,
} from './apple-certificate.ts';

const openApple = openWallet(async (given, { outbound }) => {
  const settings = given as AppleSettings;
  const certificate = readCertificate(settings.certificate);
  const wrong = certificate && passCertificateOf(certificate);
  return typeof wrong === 'string' ? `The certificate ${wrong}.` : problemOfCertificate(settings, outbound);
});

const certificateFiles = '.cer,.pem,.crt';

export const apple = platform({
  name: 'Apple',
  channels: ['APPLE_WALLET'],
  description: 'Apple, for passes in Apple Wallet.',
  settings: {
    certificate: {
      input: document,
      description: 'the certificate of the pass type id, in PEM, or the `.cer` file from Apple in base64.',
      form: { required: true, accept: certificateFiles },
    },
    privateKey: {
      input: document,
      secret: true,
      description:
        'the private key of the certificate, in PEM without a passphrase. Not needed if the certificate was issued for a request from `createCertificateRequest`.',
      form: { accept: '.pem,.key' },
    },
    intermediate: {
      input: document,
      description: 'the Apple certificate that issued `certificate`, in PEM or base64.',
      preset: 'Worldwide Developer Relations G4',
      form: { accept: certificateFiles },
    },
  },
  computed: {
    passType: { description: 'the pass type id of the certificate.' },
    team: { description: 'the team id of the certificate.' },
    expiresAt: {
      description: 'when the certificate expires. After that, passes on phones stay but no longer change.',
      isTime: true,
    },
  },
  // Without a private key, the account's certificate request supplies it.
  schema: z
    .strictObject({
      certificate: document,
      privateKey: document.default(''),
      intermediate: document.default(appleAuthority),
    })
    .transform((given, context): AppleSettings => {
      const refuse = (path: keyof typeof given, message: string) => {
        context.addIssue({ code: 'custom', path: [path], message });
        return z.NEVER;
      };
      const certificate = readCertificate(given.certificate);
      const intermediate = readCertificate(given.intermediate);
      if (!certificate) return refuse('certificate', 'is not a certificate in PEM or base64');
      if (!intermediate) return refuse('intermediate', 'is not a certificate in PEM or base64');
      const facts = passCertificateOf(certificate);
      if (typeof facts === 'string') return refuse('certificate', facts);
      if (!isIssuedBy(certificate, intermediate))
        return refuse('certificate', 'was not issued by the intermediate certificate');
      const key = given.privateKey ? readPrivateKey(given.privateKey) : null;
      if (given.privateKey && !key) return refuse('privateKey', 'is not a private key in PEM without a passphrase');
      if (key && !certificate.checkPrivateKey(key)) return refuse('privateKey', 'does not belong to the certificate');
      return { ...facts, privateKey: given.privateKey, intermediate: intermediate.toString() };
    }),
  open: openApple,
  works: ({ expiresAt = '' }) => `Apple accepts the certificate. It can sign passes until ${expiresAt.slice(0, 10)}.`,
  facts: ['passType', 'team', 'expiresAt'],
  summary: ['passType', 'expiresAt'],
});
