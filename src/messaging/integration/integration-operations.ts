import { createPrivateKey } from 'node:crypto';
import { z } from 'zod';
import { builder } from '../../api/builder.ts';
import { emailAddress, phoneNumber } from '../../api/inputs.ts';
import { mutation } from '../../api/mutation.ts';
import { connection } from '../../api/query.ts';
import { listPage } from '../../kernel/database/list.ts';
import { lockRow, requireRow } from '../../kernel/database/rows.ts';
import { invalidInput, Problem } from '../../kernel/problem.ts';
import { certificateRequest, newPrivateKey } from '../../kernel/security/certificates.ts';
import { inPoolThread } from '../../kernel/threads/thread-pool.ts';
import { oneLine, parseSender } from '../../kernel/values/email-address.ts';
import { newId } from '../../vocabulary/ids.ts';
import { dictionaries } from '../../words/languages.ts';
import { escapeHtml } from '../content/html.ts';
import type { AppleSettings } from '../platform/apple/apple-certificate.ts';
import type { Platform as PlatformDeclaration } from '../platform/declaration.ts';
import { type Outgoing, openPlatform, type Platform, type ShownSettings, type Verdict } from '../platform/platform.ts';
import { type ProviderName, platforms } from '../platform/platform-list.inputs.ts';
import { createReceipts } from '../receipt/platform-receipts.ts';
import { completeKey, keepKey } from './certificate-request.ts';
import { completeSettings, integrationChannel, integrationId, newConnection } from './integration.inputs.ts';
import {
  channelOf,
  connect,
  disconnect,
  type Integration,
  integrationRow,
  isWallet,
  settingsOf,
} from './integration.ts';
import { IntegrationType } from './integration.type.ts';

const filter = z
  .object({ channel: integrationChannel.nullish().meta({ description: 'Only the integration with this purpose.' }) })
  .meta({ id: 'IntegrationFilter', description: 'Filters integrations.' });

connection({
  name: 'integrations',
  description: 'The integrations of the account, at most one for each purpose, newest first.',
  scope: 'ADMIN',
  input: z.object({
    filter: filter.nullish().meta({ description: 'Filters integrations. Default: all integrations.' }),
  }),
  type: IntegrationType,
  problems: [],
  run: ({ input, viewer, database, page }) =>
    listPage(database, page, {
      source: integrationRow,
      where: { accountId: viewer.account.id },
      filter: { channel: input.filter?.channel },
      order: ['connectedAt', 'id'],
    }),
  keysOf: (integration) => [integration.connectedAt, integration.id],
});

mutation({
  name: 'connectIntegration',
  description:
    'Connects the account to a platform for one purpose. Replaces the current connection for that purpose. Queued messages are then sent through the new connection. Saved passes continue to be updated if the pass type id or the issuer stays the same. Passwords and tokens are stored encrypted and never returned. `testIntegration` checks the connection. A test account can connect only to the outbox, `CAPTURE`.',
  scope: 'ADMIN',
  input: newConnection,
  type: IntegrationType,
  problems: ['NO_CERTIFICATE_REQUEST', 'NOT_IN_TEST_ACCOUNT'],
  secret: true,
  run: async ({ input, viewer, services, transaction }) => {
    if (viewer.account.testOf !== null && input.provider !== 'CAPTURE')
      throw new Problem('NOT_IN_TEST_ACCOUNT', 'A test account sends only to the outbox: its provider is CAPTURE.');
    const settings: { host?: string; baseUrl?: string; tokenUri?: string } = completeSettings(
      input.provider,
      input.settings,
    );
    if (settings.host) refuse('settings.host', services.outbound.problemOfHost(settings.host));
    if (settings.baseUrl) refuse('settings.baseUrl', services.outbound.problemOf(settings.baseUrl));
    if (settings.tokenUri) {
      const problem = services.outbound.problemOf(settings.tokenUri);
      refuse('settings.serviceAccount', problem && `contains a token_uri that is refused: ${problem}`);
    }
    if (input.provider === 'APPLE')
      await completeKey(transaction, services.secrets, viewer.account.id, settings as AppleSettings);
    return connect(transaction, services.secrets, viewer.account.id, { ...input, settings });
  },
});

function refuse(field: string, problem: string | null): void {
  if (problem) throw invalidInput(field, problem);
}

mutation({
  name: 'disconnectIntegration',
  description:
    'Disconnects a platform and deletes its credentials. Queued messages fail, and later delivery reports from the platform are ignored.',
  scope: 'ADMIN',
  input: z.object({ id: integrationId }),
  type: IntegrationType,
  problems: ['INTEGRATION_NOT_FOUND'],
  secret: true,
  run: async ({ input, viewer, services, transaction }) => {
    const integration = await lockRow(transaction, integrationRow, { accountId: viewer.account.id, id: input.id });
    await disconnect(transaction, services.secrets, integration);
    return integration;
  },
});

const CertificateRequestType = builder.objectType(builder.objectRef<{ request: string }>('CertificateRequest'), {
  description: 'A certificate signing request for a pass type id.',
  fields: (t) => ({
    request: t.exposeString('request', {
      description:
        'The request in PEM. Save it as a `.certSigningRequest` file and upload it to Apple for the pass type id.',
    }),
  }),
});

mutation({
  name: 'createCertificateRequest',
  description:
    'Creates a private key and a certificate request for a pass type id. Apple issues the certificate for this request. The key stays in the service, encrypted. Pass the certificate to `connectIntegration` without a private key. Until then, further calls return requests for the same key, unless `replace` is true.',
  scope: 'ADMIN',
  input: z.object({
    replace: z.boolean().nullish().meta({
      description:
        'Whether to create a new key even if one is pending. The earlier request can then no longer be used. Default: false.',
    }),
  }),
  type: CertificateRequestType,
  problems: [],
  prepare: () => inPoolThread(newPrivateKey),
  run: async ({ input, viewer, services, transaction, prepared }) => {
    const { id, name } = viewer.account;
    const key = await keepKey(transaction, services.secrets, id, prepared, input.replace ?? false);
    return { request: certificateRequest(createPrivateKey(key), { commonName: name.slice(0, 64) }) };
  },
});

interface Tested {
  ok: boolean;
  detail: string;
}

const TestedIntegration = builder.objectType(builder.objectRef<Tested>('TestedIntegration'), {
  description: 'The result of `testIntegration`.',
  fields: (t) => ({
    ok: t.exposeBoolean('ok', { description: 'Whether the test succeeded.' }),
    detail: t.exposeString('detail', { description: 'A text that describes the success or the error.' }),
  }),
});

mutation({
  name: 'testIntegration',
  description:
    "Connects to a platform and signs in. For wallets, asks the platform whether it accepts the certificate. If `to` is given, also sends a short message at the platform's usual cost. `messages` does not list this message.",
  scope: 'ADMIN',
  input: z.object({
    id: integrationId,
    to: z.string().max(254).nullish().meta({
      description:
        'The recipient of a test message: an email address, or a phone number in E.164. Default: no message is sent.',
    }),
  }),
  type: TestedIntegration,
  problems: ['INTEGRATION_NOT_FOUND'],
  prepare: async ({ input, viewer, services, database, language }) => {
    const integration = await requireRow(database, integrationRow, { accountId: viewer.account.id, id: input.id });
    const text = dictionaries[language].personMail.test(oneLine(viewer.account.name));
    const letter = { text, publicUrl: services.publicUrl };
    const message = input.to == null ? null : testMessage(integration, input.to, viewer.account, letter);
    const platform = openPlatform(integration, settingsOf(integration, services.secrets), {
      ...services,
      receipts: createReceipts(database, services.log),
    });
    try {
      return await tried(platform, message, worksOf(integration));
    } finally {
      await platform.close();
    }
  },
  run: async ({ prepared }) => prepared,
});

function worksOf({ provider, shown }: Integration): string {
  const { works }: PlatformDeclaration = platforms[provider as ProviderName];
  return works?.(JSON.parse(shown) as ShownSettings) ?? 'Connected and signed in.';
}

async function tried(platform: Platform, message: Outgoing | null, works: string): Promise<Tested> {
  if (message) return inWords(await platform.send(message));
  const wrong = await platform.check();
  return wrong === null ? { ok: true, detail: works } : { ok: false, detail: wrong };
}

function inWords(verdict: Verdict): Tested {
  return verdict.outcome === 'SENT'
    ? { ok: true, detail: `The platform accepted the message${verdict.platformId ? `: ${verdict.platformId}` : '.'}` }
    : { ok: false, detail: verdict.reason };
}

function testMessage(
  integration: Integration,
  to: string,
  account: { id: string; domain: string | null },
  { text, publicUrl }: { text: string; publicUrl: string },
): Outgoing {
  if (isWallet(integration)) throw invalidInput('to', 'is not possible for a wallet');
  const id = newId('message');
  if (channelOf(integration) === 'SMS')
    return { channel: 'SMS', id, accountId: account.id, to: checked(phoneNumber, to), text };
  const { from } = JSON.parse(integration.shown) as ShownSettings;
  const sender = parseSender(from ?? (account.domain ? `no-reply@${account.domain}` : ''));
  if (!sender)
    throw invalidInput('to', 'requires a sender: set the `from` of the integration or the domain of the account');
  return {
    ...{
      channel: 'EMAIL',
      id,
      accountId: account.id,
      from: sender,
      subject: text,
      text,
      html: `<p>${escapeHtml(text)}</p>`,
    },
    to: { name: null, address: checked(emailAddress, to) },
    unsubscribeUrl: publicUrl,
  };
}

function checked(schema: typeof emailAddress | typeof phoneNumber, to: string): string {
  const parsed = schema.safeParse(to);
  if (parsed.success) return parsed.data;
  throw invalidInput('to', parsed.error.issues[0]?.message ?? '');
}
