import { z } from 'zod';
import type { Platform, Setting } from '../../../messaging/platform/declaration.ts';
import { type ProviderName, platforms } from '../../../messaging/platform/platform-list.inputs.ts';
import { type Words, wordFor } from '../../../words/languages.ts';
import type { Field } from '../../frame/screen-field.ts';

type Fields = Record<string, Field>;

const perSecond: Field = {
  kind: 'number',
  at: 'perSecond',
  label: ({ platforms }) => platforms.fields.perSecond,
  hint: ({ platforms }) => platforms.fields.perSecondHint,
  maxLength: 500,
  min: 1,
  max: 10_000,
};

export function fieldsOf(provider: ProviderName): Fields {
  const { settings }: Platform = platforms[provider];
  const names = Object.keys(settings);
  if (names.length === 0) return {};
  return {
    ...Object.fromEntries(names.map((name) => [name, fieldOf(provider, name, settings[name] as Setting)])),
    perSecond,
  };
}

function fieldOf(provider: ProviderName, name: string, { input, secret, form = {} }: Setting): Field {
  const { required, placeholder, kind, accept } = form;
  return {
    ...kindOf(input, secret),
    at: `settings.${name}`,
    label: (words) => labelOf(words, provider, name),
    hint: (words) => wordOf(words, provider, name).hint ?? '',
    error: (words) => wordOf(words, provider, name).error ?? '',
    ...(required && { required }),
    ...(placeholder && { placeholder }),
    ...(kind && { kind }),
    ...(accept && {
      kind: 'textarea' as const,
      upload: { accept, label: ({ platforms }: Words) => platforms.fields.chooseFile },
    }),
    ...(input instanceof z.ZodEnum && {
      options: (words: Words) => Object.entries(wordOf(words, provider, name).options ?? {}),
    }),
  };
}

export function labelOf(words: Words, provider: ProviderName, name: string): string {
  return wordOf(words, provider, name).label;
}

function kindOf(input: z.ZodType, secret = false): Pick<Field, 'kind' | 'maxLength' | 'min' | 'max' | 'autocomplete'> {
  if (input instanceof z.ZodNumber)
    return { kind: 'number', maxLength: 500, min: input.minValue ?? 0, max: input.maxValue ?? Number.MAX_SAFE_INTEGER };
  if (input instanceof z.ZodBoolean) return { kind: 'checkbox', maxLength: 500 };
  if (input instanceof z.ZodEnum) return { kind: 'select', maxLength: 500 };
  const maxLength = (input instanceof z.ZodString && input.maxLength) || 500;
  const isPassword = secret && maxLength < 1000;
  return { kind: isPassword ? 'password' : 'text', maxLength, ...(isPassword && { autocomplete: 'new-password' }) };
}

export function platformName({ platforms: { outbox } }: Words, provider: ProviderName): string {
  const { name }: Platform = platforms[provider];
  return name ?? outbox.name;
}

interface Word {
  label: string;
  hint?: string;
  error?: string;
  options?: Readonly<Record<string, string>>;
}

function wordOf({ platforms: { settings } }: Words, provider: ProviderName, name: string): Word {
  const { settings: declared }: Platform = platforms[provider];
  const word: string | Word | undefined = wordFor(settings, declared[name]?.word ?? name);
  // The compiler has already checked that every declared setting has a word.
  if (word === undefined) throw new Error(`${provider} has no setting ${name}`);
  return typeof word === 'string' ? { label: word } : word;
}
