import { expect, test } from 'vitest';
import { noticeExpiringCertificates } from '../../../src/messaging/integration/certificate-request.ts';
import { useAppWithDatabaseOfItsOwn } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { appleSettings } from '../../support/pass-certificates.ts';

const app = useAppWithDatabaseOfItsOwn();

async function connect(client: Client, days: number): Promise<void> {
  const input = { channel: 'APPLE_WALLET', provider: 'APPLE', settings: appleSettings({ days }) };
  const document = 'mutation ($input: ConnectIntegrationInput!) { connectIntegration(input: $input) { id } }';
  expect((await client.graphql(document, { input })).codes).toEqual([]);
}

async function noticesOf(client: Client): Promise<string[]> {
  const { data } = await client.graphql('{ viewer { notices { type message } } }');
  return data.viewer.notices.map(({ type, message }: { type: string; message: string }) => `${type} ${message}`);
}

test('an account is noticed once of a certificate that ends within 30 days, and again of the next one', async () => {
  const [soon, later] = [await app.client(), await app.client()];
  await connect(soon, 29);
  await connect(later, 31);

  await Promise.all([noticeExpiringCertificates(app.database), noticeExpiringCertificates(app.database)]);
  expect(await noticeExpiringCertificates(app.database)).toBe(0);
  expect(await noticesOf(soon)).toEqual([
    expect.stringMatching(/^CERTIFICATE_EXPIRES .* expires on \d{4}-\d\d-\d\d\./),
  ]);
  expect(await noticesOf(later)).toEqual([]);

  await connect(soon, 20);
  expect(await noticeExpiringCertificates(app.database)).toBe(1);
  expect(await noticesOf(soon)).toHaveLength(2);
});
