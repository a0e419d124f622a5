import { z } from 'zod';
import { apple } from './apple/apple.platform.ts';
import { capture } from './capture.platform.ts';
import type { IntegrationChannel } from './channel.ts';
import type { Platform, Setting } from './declaration.ts';
import { google } from './google/google.platform.ts';
import type { providers } from './platform.ts';
import { smpp } from './smpp/smpp.platform.ts';
import { smtp } from './smtp/smtp.platform.ts';
import { twilio } from './twilio/twilio.platform.ts';

/** The platforms, in the order of the console. */
export const platforms = { SMTP: smtp, TWILIO: twilio, SMPP: smpp, APPLE: apple, GOOGLE: google, CAPTURE: capture };

export type ProviderName = keyof typeof platforms;

export const providerNames = Object.keys(platforms) as ProviderName[];

export function providersOf(channel: IntegrationChannel): ProviderName[] {
  return providerNames.filter((name) => platforms[name].channels.includes(channel));
}

export const registeredProviders: (typeof providers)['extensions'] = providerNames.map((name) => {
  const { open, listens, settings, computed = {} }: Platform = platforms[name];
  const stored = Object.entries(computed).map(([own, { storedAs }]) => storedAs ?? own);
  const shown = Object.keys(settings).filter((setting) => settings[setting]?.shown);
  return { name, open, listens: listens === true, shown: [...shown, ...stored] };
});

/** Settings of the same name have the same type. */
const declared = Map.groupBy(
  providerNames.flatMap((provider) =>
    Object.entries<Setting>(platforms[provider].settings).map(([name, setting]) => ({ provider, name, ...setting })),
  ),
  ({ name }) => name,
);

/** The schema of each provider checks which settings it accepts. */
export const settings = z
  .object(
    Object.fromEntries(
      [...declared].map(([name, group]) => {
        const [first] = group;
        const texts = [
          ...new Set(group.flatMap(({ heading }) => heading ?? [])),
          namingProviders(group.map(({ provider, description }) => ({ provider, description }))),
          ...presetsOf(group.flatMap(({ provider, preset }) => (preset ? [{ provider, preset }] : []))),
          ...group.flatMap(({ note }) => note ?? []),
          ...(first?.secret ? ['It is never returned.'] : []),
        ];
        return [
          name,
          inputOf(group)
            .nullish()
            .meta({ description: texts.join(' '), ...(first?.secret && { secret: true }) }),
        ];
      }),
    ),
  )
  .meta({
    id: 'IntegrationSettingsInput',
    description: 'The connection settings of a provider. Each provider uses some of the fields.',
  });

interface ShownField {
  /** Null for a setting that is computed. */
  input: z.ZodType | null;
  isTime: boolean;
  storedAs: string;
  description: string;
}

export const shownFields: ReadonlyMap<string, ShownField> = new Map<string, ShownField>([
  ...[...declared].flatMap(([name, group]) => {
    const shown = group.flatMap(({ provider, shown }) => (shown ? [{ provider, description: shown }] : []));
    const isGeneral = group.some(({ heading }) => heading);
    const description = isGeneral ? (shown[0]?.description ?? '') : namingProviders(shown);
    return shown.length > 0
      ? [[name, { input: inputOf(group), isTime: false, storedAs: name, description }] as const]
      : [];
  }),
  ...providerNames.flatMap((provider) =>
    Object.entries((platforms[provider] as Platform).computed ?? {}).map(
      ([name, { description, isTime = false, storedAs = name }]) =>
        [name, { input: null, isTime, storedAs, description: namingProviders([{ provider, description }]) }] as const,
    ),
  ),
]);

export function namesOf(condition: (platform: Platform) => boolean): string {
  return providerNames.filter((name) => condition(platforms[name])).join(' and ');
}

export function titlesOf(condition: (platform: Platform) => boolean): string {
  const chosen = providerNames.map((name): Platform => platforms[name]).filter(condition);
  return chosen.flatMap(({ name }) => name ?? []).join(' or ');
}

function namingProviders(described: readonly { provider: string; description: string }[]): string {
  return [...Map.groupBy(described, ({ description }) => description)]
    .map(([description, group]) => `${group.map(({ provider }) => provider).join(' and ')}: ${description}`)
    .join(' ');
}

function presetsOf(presets: readonly { provider: string; preset: string }[]): string[] {
  const named = presets.map(({ provider, preset }) => `\`${preset}\`${presets.length > 1 ? ` for ${provider}` : ''}`);
  return named.length > 0 ? [`Default: ${named.join(', ')}.`] : [];
}

function inputOf([first]: readonly Setting[]): z.ZodType {
  if (!first) throw new Error('a setting has no provider');
  return first.input;
}
