import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { type Instant, toInstant } from '../../../kernel/values/instant.ts';

/** What a certificate says about the passes that it signs. */
export interface PassCertificate {
  /** In PEM. */
  certificate: string;
  passType: string;
  team: string;
  expiresAt: Instant;
}

/** The certificate of a pass type id, with which passes are signed and phones are told of changes. */
export interface AppleSettings extends PassCertificate {
  /** In PEM. */
  privateKey: string;
  /** The certificate of Apple that issued it, in PEM. */
  intermediate: string;
}

/** Reads a certificate in PEM, or in base64 as Apple's file `.cer` contains it. Returns null if it is none. */
export function readCertificate(text: string): X509Certificate | null {
  try {
    return new X509Certificate(text.includes('-----') ? text : Buffer.from(text, 'base64'));
  } catch {
    return null;
  }
}

/** Returns what the certificate says, or why it cannot sign passes. */
export function passCertificateOf(certificate: X509Certificate): PassCertificate | string {
  const { UID: passType, OU: team } = certificate.toLegacyObject().subject as { UID?: string; OU?: string };
  const expiresAt = toInstant(certificate.validToDate);
  if (!passType?.startsWith('pass.') || passType.length > 100 || !team)
    return 'is not the certificate of a pass type id';
  if (certificate.publicKey.asymmetricKeyType !== 'rsa') return 'has a key that is not an RSA key';
  if (certificate.validToDate <= new Date()) return `expired on ${expiresAt.slice(0, 10)}`;
  if (certificate.validFromDate > new Date()) return 'is not valid yet';
  return { certificate: certificate.toString(), passType, team, expiresAt };
}

export function isIssuedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
}

/** Reads a private key in PEM without a passphrase. Returns null if it is none. */
export function readPrivateKey(text: string): KeyObject | null {
  try {
    return createPrivateKey(text);
  } catch {
    return null;
  }
}
