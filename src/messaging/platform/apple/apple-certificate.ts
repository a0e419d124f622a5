import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { type Instant, toInstant } from '../../../kernel/values/instant.ts';

export interface PassCertificate {
  certificate: string;
  passType: string;
  team: string;
  expiresAt: Instant;
}

export interface AppleSettings extends PassCertificate {
  privateKey: string;
  /** Apple's issuing certificate, in PEM. */
  intermediate: string;
}

/** Reads PEM, or base64 as in Apple's `.cer` file. Returns null if it is invalid. */
export function readCertificate(text: string): X509Certificate | null {
  try {
    return new X509Certificate(text.includes('-----') ? text : Buffer.from(text, 'base64'));
  } catch {
    return null;
  }
}

/** Returns the reason as text if the certificate cannot sign passes. */
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

/** Reads PEM without a passphrase. Returns null if it is invalid. */
export function readPrivateKey(text: string): KeyObject | null {
  try {
    return createPrivateKey(text);
  } catch {
    return null;
  }
}
