import { z } from 'zod';
import { openWallet, platform } from '../declaration.ts';
import { document } from '../shared-settings.inputs.ts';
import { refusalOfCertificate } from './apns-client.ts';
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
  return typeof wrong === 'string' ? `The certificate ${wrong}.` : refusalOfCertificate(settings, outbound);
});

const certificateFiles = '.cer,.pem,.crt';

export const apple = platform({
  channels: ['APPLE_WALLET'],
  description: 'Apple, for passes in Apple Wallet.',
  settings: {
    certificate: {
      input: document,
      description:
        'the certificate of the pass type id, in PEM, or the base64 of the file `.cer` that Apple offers to download.',
      form: { required: true, accept: certificateFiles },
    },
    privateKey: {
      input: document,
      secret: true,
      description:
        'the private key of the certificate, in PEM without a passphrase. Not needed if the certificate answers `createCertificateRequest`.',
      form: { accept: '.pem,.key' },
    },
    intermediate: {
      input: document,
      description: 'the certificate of Apple that issued the certificate, in PEM or base64.',
      preset: 'Worldwide Developer Relations G4',
      form: { accept: certificateFiles },
    },
  },
  computed: {
    passType: { description: 'the pass type id of the certificate.' },
    team: { description: 'the team id of the certificate.' },
    expiresAt: {
      description: 'when the certificate expires. Afterwards, passes on phones stay but do not change any more.',
      isTime: true,
    },
  },
  // The certificate request of the account supplies a missing key.
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
  words: {
    en: {
      name: 'Apple',
      settings: {
        certificate: {
          label: 'Certificate of the pass type id',
          hint: 'The file pass.cer of Apple, or its text in PEM or base64.',
        },
        privateKey: {
          label: 'Private key',
          hint: 'In PEM without a passphrase. Empty if the certificate answers the request above.',
        },
        intermediate: {
          label: 'Certificate of Apple that issued it',
          hint: 'Empty for Worldwide Developer Relations G4.',
        },
        passType: 'Pass type id',
        team: 'Team',
        expiresAt: 'Certificate expires',
      },
    },
    de: {
      name: 'Apple',
      settings: {
        certificate: {
          label: 'Zertifikat der Pass Type ID',
          hint: 'Die Datei pass.cer von Apple oder ihr Text in PEM oder Base64.',
        },
        privateKey: {
          label: 'Privater Schlüssel',
          hint: 'In PEM ohne Passphrase. Leer, wenn das Zertifikat zur Anforderung oben gehört.',
        },
        intermediate: {
          label: 'Zertifikat von Apple, das es ausgestellt hat',
          hint: 'Leer für Worldwide Developer Relations G4.',
        },
        passType: 'Pass Type ID',
        team: 'Team',
        expiresAt: 'Zertifikat gilt bis',
      },
    },
  },
});
