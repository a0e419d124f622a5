import { z } from 'zod';
import { isAbsent, limitOf } from '../../api/errors.ts';
import { idInput } from '../../api/inputs.ts';
import { integrationChannels } from '../platform/channel.ts';
import {
  type ProviderName,
  platforms,
  providerNames,
  providersOf,
  settings,
} from '../platform/platform-list.inputs.ts';

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

export const provider = z.enum(providerNames).meta({
  id: 'IntegrationProvider',
  description: 'A provider of messaging or wallets.',
  values: Object.fromEntries(providerNames.map((name) => [name, platforms[name].description])),
});

export const integrationId = idInput('integration', 'an integration id', 'The integration');

type ConnectionInput = z.output<typeof settings>;

const uses = { EMAIL: 'email', SMS: 'SMS', APPLE_WALLET: 'Apple Wallet', GOOGLE_WALLET: 'Google Wallet' } as const;

function choices(): string {
  const purposes = Object.keys(uses) as (keyof typeof uses)[];
  const quoted = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(' or ');
  const forAll = providerNames.filter((name) => purposes.every((purpose) => providersOf(purpose).includes(name)));
  const own = purposes.map(
    (purpose) => `${quoted(providersOf(purpose).filter((name) => !forAll.includes(name)))} for ${uses[purpose]}`,
  );
  return [...own, `${quoted(forAll)} for all`].join(', ');
}

export const newConnection = z
  .object({
    channel: integrationChannel.meta({ description: 'The purpose of the integration.' }),
    provider: provider.meta({
      description: `The provider of the platform. Use ${choices()}.`,
    }),
    settings: settings.nullish().meta({ description: 'The connection settings. `CAPTURE` needs none.' }),
    perSecond: z.int().min(1).max(10_000).nullish().meta({
      description:
        'The maximum number of messages, device notifications (APPLE) or API calls (GOOGLE) per second, 1 to 10,000. Default: no limit for messages, 200 for APPLE, 20 for GOOGLE.',
    }),
  })
  .superRefine((given, context) => {
    if (!providersOf(given.channel).includes(given.provider))
      context.addIssue({ code: 'custom', path: ['provider'], message: `does not support ${given.channel}` });
    const settings = withoutAbsent(given.settings);
    const { error } = platforms[given.provider].schema.safeParse(settings);
    for (const issue of error?.issues ?? []) {
      for (const inputError of inputErrorsOf(issue, given.provider, settings))
        context.addIssue({ code: 'custom', ...inputError });
    }
  });

export function completeSettings(chosen: ProviderName, given: ConnectionInput | null | undefined): object {
  return platforms[chosen].schema.parse(withoutAbsent(given));
}

function withoutAbsent(given: ConnectionInput | null | undefined): object {
  return Object.fromEntries(Object.entries(given ?? {}).filter(([, value]) => value !== null && value !== undefined));
}

function inputErrorsOf(issue: z.core.$ZodIssue, chosen: string, settings: object) {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ path: ['settings', key], message: `is not a setting of ${chosen}` }));
  const path = ['settings', ...issue.path];
  const missing = isAbsent(issue, settings);
  return [
    {
      path,
      ...(missing
        ? { message: 'is missing', params: { missing } }
        : { message: issue.message, params: limitOf(issue) }),
    },
  ];
}
