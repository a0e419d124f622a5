import { createPrivateKey, createPublicKey, X509Certificate } from 'node:crypto';
import * as pkijs from 'pkijs';
import { expect, test } from 'vitest';
import { certificateRequest, newCertificate, newPrivateKey } from '../../../src/kernel/security/certificates.ts';
import { passKey } from '../../support/pass-certificates.ts';

const key = createPrivateKey(passKey);

test('a certificate request names its key and is signed with it', async () => {
  const pem = certificateRequest(key, { commonName: 'Bäckerei' });

  const request = pkijs.CertificationRequest.fromBER(Buffer.from(pem.replace(/-----[^-]+-----/g, ''), 'base64'));
  expect(await request.verify()).toBe(true);
  expect(request.subject.typesAndValues[0]?.value.valueBlock.value).toBe('Bäckerei');
  const publicKey = createPublicKey({
    key: Buffer.from(request.subjectPublicKeyInfo.toSchema().toBER()),
    type: 'spki',
    format: 'der',
  });
  expect(publicKey.equals(createPublicKey(key))).toBe(true);
});

test('a certificate has the given subject, key and times', () => {
  const [from, until] = [new Date('2026-01-01T00:00:00Z'), new Date('2049-12-31T23:59:59Z')];

  const certificate = new X509Certificate(
    newCertificate({ subject: { commonName: 'Bakery', userId: 'pass.example' }, key, from, until }),
  );

  expect(certificate.subject).toBe('CN=Bakery\nUID=pass.example');
  expect([certificate.validFromDate, certificate.validToDate]).toEqual([from, until]);
  expect(certificate.verify(createPublicKey(key)) && certificate.checkPrivateKey(key)).toBe(true);
});

test('a new key is an RSA key of 2048 bits', async () => {
  const { asymmetricKeyType, asymmetricKeyDetails } = createPrivateKey(await newPrivateKey());

  expect([asymmetricKeyType, asymmetricKeyDetails?.modulusLength]).toEqual(['rsa', 2048]);
});
