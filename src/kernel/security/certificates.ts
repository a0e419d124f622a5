import { createPublicKey, generateKeyPair, type KeyObject, sign } from 'node:crypto';
import { promisify } from 'node:util';
import { bits, identifier, integer, nothing, sequence, set, tagged, text, time } from './asn1.ts';

const sha256WithRsa = sequence(identifier('1.2.840.113549.1.1.11'), nothing);

const attributes = {
  commonName: '2.5.4.3',
  unit: '2.5.4.11',
  userId: '0.9.2342.19200300.100.1.1',
} as const;

type Subject = Partial<Record<keyof typeof attributes, string>>;

export async function newPrivateKey(): Promise<string> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

export function certificateRequest(key: KeyObject, subject: Subject): string {
  const noAttributes = tagged(0);
  const request = sequence(integer(0), nameOf(subject), publicKeyOf(key), noAttributes);
  return pem('CERTIFICATE REQUEST', signed(request, key));
}

interface NewCertificate {
  subject: Subject;
  key: KeyObject;
  from: Date;
  until: Date;
  issuer?: { subject: Subject; key: KeyObject };
}

export function newCertificate({ subject, key, from, until, issuer = { subject, key } }: NewCertificate): string {
  const version3 = tagged(0, integer(2));
  const certificate = sequence(
    ...[version3, integer(1), sha256WithRsa, nameOf(issuer.subject)],
    ...[sequence(time(from), time(until)), nameOf(subject), publicKeyOf(key)],
  );
  return pem('CERTIFICATE', signed(certificate, issuer.key));
}

function signed(content: Buffer, key: KeyObject): Buffer {
  return sequence(content, sha256WithRsa, bits(sign('sha256', content, key)));
}

function nameOf(subject: Subject): Buffer {
  const parts = Object.entries(subject) as [keyof typeof attributes, string][];
  return sequence(...parts.map(([name, value]) => set(sequence(identifier(attributes[name]), text(value)))));
}

function publicKeyOf(key: KeyObject): Buffer {
  return (key.type === 'public' ? key : createPublicKey(key)).export({ type: 'spki', format: 'der' });
}

function pem(label: string, content: Buffer): string {
  const lines = content.toString('base64').match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n');
}
