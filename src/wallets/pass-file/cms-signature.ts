import { createPrivateKey, hash, sign, X509Certificate } from 'node:crypto';
import { promisify } from 'node:util';
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

const data = identifier('1.2.840.113549.1.7.1');
const signedData = identifier('1.2.840.113549.1.7.2');
const contentType = identifier('1.2.840.113549.1.9.3');
const messageDigest = identifier('1.2.840.113549.1.9.4');
const signingTime = identifier('1.2.840.113549.1.9.5');
const sha256 = sequence(identifier('2.16.840.1.101.3.4.2.1'), nothing);
const rsa = sequence(identifier('1.2.840.113549.1.1.1'), nothing);

export interface SigningIdentity {
  certificate: string;
  privateKey: string;
  /** The certificates between that of the signer and a well-known one. */
  intermediates: readonly string[];
}

export type DetachedSigner = (content: Buffer, at: Date) => Promise<Buffer>;

/** Signs in a thread of Node, so that the process responds to other requests meanwhile. */
const signInThread = promisify(sign);

/**
 * Returns a signer. What does not depend on the content is computed once, because a library that computes it each time
 * takes 50 ms for a signature instead of 2 ms.
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
