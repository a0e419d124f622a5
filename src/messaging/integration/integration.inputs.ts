import { z } from 'zod';
import { isAbsent } from '../../kernel/api/errors.ts';
import { idInput } from '../../kernel/api/inputs.ts';
import { integrationChannels, type Provider, providers, providersOf } from '../platform/channel.ts';
import type { Settings } from '../platform/platform-settings.ts';
import { smpp, smtp, twilio } from './messaging-settings.inputs.ts';
import { settings } from './settings.inputs.ts';
import { apple, google } from './wallet-settings.inputs.ts';

export const integrationChannel = z.enum(integrationChannels).meta({
  id: 'IntegrationChannel',
  description: 'The purpose of an integration.',
  values: {
    EMAIL: 'Email to single addresses.',
    SMS: 'SMS to single numbers.',
    EMAIL_SERVICE: 'Email to groups of contacts.',
    SMS_SERVICE: 'SMS to groups of contacts.',
    APPLE_WALLET: 'Passes in Apple Wallet.',
    GOOGLE_WALLET: 'Passes in Google Wallet.',
  },
});

export const provider = z.enum(providers).meta({
  id: 'IntegrationProvider',
  description: 'A provider of messaging or of wallets.',
  values: {
    CAPTURE:
      'No provider: messages are stored and shown at `/outbox` to keys with the scope `ADMIN`. For all purposes. Passes for Apple Wallet are signed with a certificate that no phone accepts, and Google is not called.',
    SMTP: 'An SMTP server, for email.',
    TWILIO: "Twilio's REST API, or a gateway with a compatible API, for SMS.",
    SMPP: 'A message centre that speaks SMPP 3.4, for SMS.',
    APPLE: 'Apple, for passes in Apple Wallet.',
    GOOGLE: 'Google, for passes in Google Wallet.',
  },
});

export const integrationId = idInput('integration', 'an integration id', 'The integration');

type Given = z.output<typeof settings>;

const settingsBy: Record<Provider, z.ZodType<Settings>> = {
  CAPTURE: z.strictObject({}),
  SMTP: smtp,
  TWILIO: twilio,
  SMPP: smpp,
  APPLE: apple,
  GOOGLE: google,
};

export const connection = z
  .object({
    channel: integrationChannel.meta({ description: 'The purpose of the integration.' }),
    provider: provider.meta({
      description:
        'The provider: `SMTP` for email, `TWILIO` or `SMPP` for SMS, `APPLE` for Apple Wallet, `GOOGLE` for Google Wallet, `CAPTURE` for all.',
    }),
    settings: settings.nullish().meta({ description: 'The connection settings. `CAPTURE` needs none.' }),
    perSecond: z.int().min(1).max(10_000).nullish().meta({
      description:
        'The most per second, 1 to 10,000: messages, phones that are told of a change (APPLE), or calls (GOOGLE). Default: no limit for messages, 200 for APPLE, 20 for GOOGLE.',
    }),
  })
  .superRefine((given, context) => {
    if (!(providersOf[given.channel] as readonly Provider[]).includes(given.provider))
      context.addIssue({ code: 'custom', path: ['provider'], message: `does not support ${given.channel}` });
    const settings = withoutAbsent(given.settings);
    const { error } = settingsBy[given.provider].safeParse(settings);
    for (const issue of error?.issues ?? []) {
      for (const violation of violationsOf(issue, given.provider, settings))
        context.addIssue({ code: 'custom', ...violation });
    }
  });

/** Returns the settings of a provider, completed with defaults. */
export function completeSettings(chosen: Provider, given: Given | null | undefined): Settings {
  return settingsBy[chosen].parse(withoutAbsent(given));
}

function withoutAbsent(given: Given | null | undefined): object {
  return Object.fromEntries(Object.entries(given ?? {}).filter(([, value]) => value !== null && value !== undefined));
}

function violationsOf(issue: z.core.$ZodIssue, chosen: Provider, settings: object) {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ path: ['settings', key], message: `is not a setting of ${chosen}` }));
  const path = ['settings', ...issue.path];
  const missing = isAbsent(issue, settings);
  return [{ path, ...(missing ? { message: 'is missing', params: { missing } } : { message: issue.message }) }];
}
