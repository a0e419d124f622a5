import { z } from 'zod';
import { builder } from '../../api/builder.ts';
import type { Services } from '../../api/context.ts';
import { emailAddress, phoneNumber } from '../../api/inputs.ts';
import { mutation } from '../../api/mutation.ts';
import { requireRow } from '../../kernel/database/rows.ts';
import { invalidInput } from '../../kernel/problem.ts';
import { parseSender } from '../../kernel/values/email-address.ts';
import { newId } from '../../vocabulary/ids.ts';
import type { Platform as PlatformDeclaration } from '../platform/declaration.ts';
import type { Outgoing, Platform, Verdict } from '../platform/platform.ts';
import { type ProviderName, platforms } from '../platform/platform-list.inputs.ts';
import { openPlatform, type ShownSettings } from '../platform/provider.ts';
import { createReceipts } from '../receipt/platform-receipts.ts';
import { integrationId } from './integration.inputs.ts';
import { channelOf, type Integration, integrationRow, isWallet, settingsOf } from './integration.ts';

interface Tested {
  ok: boolean;
  detail: string;
}

const TestedIntegration = builder.objectType(builder.objectRef<Tested>('TestedIntegration'), {
  description: 'The result of `testIntegration`.',
  fields: (t) => ({
    ok: t.exposeBoolean('ok', { description: 'Whether the test succeeded.' }),
    detail: t.exposeString('detail', { description: 'What worked or failed, in words.' }),
  }),
});

mutation({
  name: 'testIntegration',
  description:
    "Connects to a platform and signs in, or asks the platform of a wallet whether it accepts the certificate. If `to` is given, also sends a short message, at the platform's usual cost. The message is not listed in `messages`.",
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
  prepare: async ({ input, viewer, services, database }) => {
    const integration = await requireRow(database, integrationRow, { accountId: viewer.account.id, id: input.id });
    const message = input.to == null ? null : testMessage(integration, input.to, viewer.account, services.publicUrl);
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
  account: { id: string; name: string; domain: string | null },
  publicUrl: Services['publicUrl'],
): Outgoing {
  if (isWallet(integration)) throw invalidInput('to', 'is not possible for a wallet');
  const id = newId('message');
  const text = `This is a test of ${account.name}.`;
  if (channelOf(integration) === 'SMS')
    return { channel: 'SMS', id, accountId: account.id, to: checked(phoneNumber, to), text };
  const { from } = JSON.parse(integration.shown) as ShownSettings;
  const sender = parseSender(from ?? (account.domain ? `no-reply@${account.domain}` : ''));
  if (!sender)
    throw invalidInput('to', 'requires a sender: set the `from` of the integration or the domain of the account');
  return {
    ...{ channel: 'EMAIL', id, accountId: account.id, from: sender, subject: text, text, html: `<p>${text}</p>` },
    to: { name: null, address: checked(emailAddress, to) },
    unsubscribeUrl: publicUrl,
  };
}

function checked(schema: typeof emailAddress | typeof phoneNumber, to: string): string {
  const parsed = schema.safeParse(to);
  if (parsed.success) return parsed.data;
  throw invalidInput('to', parsed.error.issues[0]?.message ?? '');
}
