import { createPrivateKey, hash, sign, X509Certificate } from 'node:crypto';
import { promisify } from 'node:util';
import type { Database } from '../../kernel/database/database.ts';
import {
  bytes,
  identifier,
  integer,
  nothing,
  partsOf,
  retagged,
  sequence,
  set,
  tagged,
  time,
} from '../../kernel/security/asn1.ts';
import { newCertificate, newPrivateKey } from '../../kernel/security/certificates.ts';
import type { Secrets } from '../../kernel/security/secrets.ts';
import { now } from '../../kernel/values/instant.ts';
import { type Integration, settingsOf } from '../../messaging/integration/integration.ts';
import type { AppleSettings } from '../../messaging/platform/apple/apple-certificate.ts';
import { capturedPassType, findWallets } from '../connected-wallet.ts';

export interface PassSigner {
  passType: string;
  team: string;
  sign: DetachedSigner;
}

/** The signers by integration. They are kept, because reading a certificate takes as long as signing. */
const known = new Map<string, { version: number; expiresAt: string; signer: PassSigner }>();
const maxKnown = 1000;

/** Returns the signer, or null if Apple Wallet is not connected or the certificate has expired. */
export async function findSigner(database: Database, secrets: Secrets, accountId: string): Promise<PassSigner | null> {
  const wallet = (await findWallets(database, accountId)).find(({ platform }) => platform === 'APPLE');
  if (!wallet) return null;
  const { integration } = wallet;
  if (integration.provider === 'CAPTURE') return capturing();
  const { signer, expiresAt } = knownOf(integration, secrets);
  return expiresAt > now() ? signer : null;
}

function knownOf(integration: Integration, secrets: Secrets) {
  const former = known.get(integration.id);
  if (former?.version === integration.version) return former;
  const settings = settingsOf(integration, secrets) as AppleSettings;
  const { passType, team, expiresAt, certificate, privateKey, intermediate } = settings;
  const sign = detachedSigner({ certificate, privateKey, intermediates: [intermediate] });
  if (known.size >= maxKnown) known.clear();
  const current = { version: integration.version, expiresAt, signer: { passType, team, sign } };
  known.set(integration.id, current);
  return current;
}

let captured: Promise<PassSigner> | null = null;

/** Returns a signer that has a certificate of its own, which phones do not accept. */
function capturing(): Promise<PassSigner> {
  captured ??= newPrivateKey().then((privateKey) => {
    const [passType, team] = [capturedPassType, 'CAPTURE'];
    const [from, until] = [new Date(0), new Date('2049-12-31T00:00:00Z')];
    const subject = { userId: passType, commonName: 'Captured passes', unit: team };
    const certificate = newCertificate({ subject, key: createPrivateKey(privateKey), from, until });
    return { passType, team, sign: detachedSigner({ certificate, privateKey, intermediates: [] }) };
  });
  return captured;
}

const data = identifier('1.2.840.113549.1.7.1');
const signedData = identifier('1.2.840.113549.1.7.2');
const contentType = identifier('1.2.840.113549.1.9.3');
const messageDigest = identifier('1.2.840.113549.1.9.4');
const signingTime = identifier('1.2.840.113549.1.9.5');
const sha256 = sequence(identifier('2.16.840.1.101.3.4.2.1'), nothing);
const rsa = sequence(identifier('1.2.840.113549.1.1.1'), nothing);

interface SigningIdentity {
  certificate: string;
  privateKey: string;
  /** The certificates between that of the signer and a well-known one. */
  intermediates: readonly string[];
}

type DetachedSigner = (content: Buffer, at: Date) => Promise<Buffer>;

/** Creates the signature in one of Node's threads, so that the process stays responsive. */
const signInThread = promisify(sign);

/**
 * Returns a signer. The parts that do not depend on the content are computed only once, so a signature takes 2 ms
 * instead of 50 ms.
 */
export function detachedSigner({ certificate, privateKey, intermediates }: SigningIdentity): DetachedSigner {
  const key = createPrivateKey(privateKey);
  const own = new X509Certificate(certificate).raw;
  const certificates = tagged(0, own, ...intermediates.map((each) => new X509Certificate(each).raw));
  const signer = issuerAndNumberOf(own);
  return async (content, at) => {
    const attributes = set(
      sequence(contentType, set(data)),
      sequence(signingTime, set(time(at))),
      sequence(messageDigest, set(bytes(hash('sha256', content, 'buffer')))),
    );
    const signature = bytes(await signInThread('sha256', attributes, key));
    const information = sequence(integer(1), signer, sha256, retagged(attributes), rsa, signature);
    const all = sequence(integer(1), set(sha256), sequence(data), certificates, set(information));
    return sequence(signedData, tagged(0, all));
  };
}

function issuerAndNumberOf(certificate: Buffer): Buffer {
  const [content = certificate] = partsOf(certificate);
  const isVersion = (part: Buffer | undefined) => part?.[0] === 0xa0;
  const parts = partsOf(content);
  const [number, , issuer] = isVersion(parts[0]) ? parts.slice(1) : parts;
  if (!number || !issuer) throw new Error('the certificate has no issuer');
  return sequence(issuer, number);
}
