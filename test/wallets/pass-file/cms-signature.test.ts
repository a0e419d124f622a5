import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as pkijs from 'pkijs';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { detachedSigner } from '../../../src/wallets/pass-file/pass-signer.ts';
import { intermediateCertificate, passCertificate, passKey, rootCertificate } from '../../support/pass-certificates.ts';

const content = Buffer.from('{"pass.json":"2ef7bde608ce5404e97d5f042f95f89f1c232871"}');
const at = new Date('2026-11-22T12:00:00Z');
const identity = { privateKey: passKey, intermediates: [intermediateCertificate] };
let signature: Buffer;

beforeAll(async () => {
  signature = await detachedSigner({ certificate: passCertificate(), ...identity })(content, at);
});

test('an independent library verifies the signature and the chain of certificates', async () => {
  expect(await verified(signature, content)).toMatchObject({
    signatureVerified: true,
    signerCertificateVerified: true,
  });
});

test('an independent library refuses other content', async () => {
  await expect(verified(signature, Buffer.from('other'))).rejects.toThrow('digest');
});

test('an independent library refuses a chain without its intermediate certificate', async () => {
  const incomplete = detachedSigner({ certificate: passCertificate(), privateKey: passKey, intermediates: [] });

  await expect(verified(await incomplete(content, at), content)).rejects.toThrow('No valid certificate paths found');
});

test.runIf(hasOpenssl())('openssl verifies the signature', () => {
  const directory = mkdtempSync(join(tmpdir(), 'cms-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const file = (name: string, text: string | Buffer) => {
    writeFileSync(join(directory, name), text);
    return join(directory, name);
  };

  const verify = () =>
    execFileSync(
      'openssl',
      [
        ...['cms', '-verify', '-binary', '-inform', 'DER', '-in', file('signature', signature)],
        ...['-content', file('content', content), '-CAfile', file('root.pem', rootCertificate), '-purpose', 'any'],
      ],
      { stdio: 'pipe' },
    );

  expect(verify().toString()).toBe(content.toString());
});

function hasOpenssl(): boolean {
  try {
    execFileSync('openssl', ['version'], { stdio: 'pipe' });
    return true;
  } catch {
    return false;
  }
}

function verified(signature: Buffer, data: Buffer) {
  const information = pkijs.ContentInfo.fromBER(Uint8Array.from(signature));
  return new pkijs.SignedData({ schema: information.content }).verify({
    signer: 0,
    data: Uint8Array.from(data).buffer,
    trustedCerts: [pkijs.Certificate.fromBER(Buffer.from(rootCertificate.replace(/-----[^-]+-----/g, ''), 'base64'))],
    checkChain: true,
    extendedMode: true,
    checkDate: at,
  });
}
