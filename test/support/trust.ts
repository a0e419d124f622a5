import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll } from 'vitest';
import { certificate } from './certificate.ts';

/** Makes this process trust the test certificate while the tests of the file run. */
export function trustCertificate(): void {
  let trusted: string[] = [];
  beforeAll(() => {
    trusted = getCACertificates('default');
    setDefaultCACertificates([...trusted, certificate.cert]);
  });
  afterAll(() => setDefaultCACertificates(trusted));
}
