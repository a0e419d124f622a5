import { z } from 'zod';
import { appleAuthority } from '../platform/apple/apple-authority.ts';
import { isIssuedBy, passCertificateOf, readCertificate, readPrivateKey } from '../platform/apple/apple-certificate.ts';
import { readServiceAccount } from '../platform/google/service-account.ts';
import type { AppleSettings, GoogleSettings } from '../platform/platform-settings.ts';
import { baseUrl, document } from './settings.inputs.ts';

/** A key that is missing here is taken from the certificate request of the account. */
export const apple = z
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
  });

export const google = z
  .strictObject({
    serviceAccount: document,
    issuerId: z.string().regex(/^\d{1,20}$/, 'is not the id of an issuer, which has up to 20 digits'),
    baseUrl: baseUrl('https://walletobjects.googleapis.com'),
  })
  .transform(({ serviceAccount, ...others }, context): GoogleSettings => {
    try {
      return { ...readServiceAccount(serviceAccount), ...others };
    } catch (error) {
      context.addIssue({ code: 'custom', path: ['serviceAccount'], message: (error as Error).message });
      return z.NEVER;
    }
  });
