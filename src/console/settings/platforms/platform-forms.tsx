import { z } from 'zod';
import { mutationOf } from '../../../documents/typed-document.ts';
import type { IntegrationChannel } from '../../../messaging/platform/channel.ts';
import type { Platform, Setting } from '../../../messaging/platform/declaration.ts';
import { type ProviderName, platforms, providerNames } from '../../../messaging/platform/platform-list.inputs.ts';
import { type Words, wordFor } from '../../../words/languages.ts';
import { labelled } from '../../frame/labelled-fields.ts';
import type { Page } from '../../frame/page.ts';
import { type Form, form } from '../../frame/screen.ts';
import type { Field } from '../../frame/screen-field.ts';
import { codeBlock } from '../../parts/pieces.tsx';

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

function fieldsOf(provider: ProviderName): Fields {
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

/** The purposes of platforms, as in addresses. */
export const purposes = {
  email: 'EMAIL',
  sms: 'SMS',
  'email-groups': 'EMAIL_SERVICE',
  'sms-groups': 'SMS_SERVICE',
  'apple-wallet': 'APPLE_WALLET',
  'google-wallet': 'GOOGLE_WALLET',
} as const satisfies Record<string, IntegrationChannel>;

/** Returns the channel of the purpose in the path, or null if there is none. */
export function channelOf({ params: { purpose = '' } }: Page): IntegrationChannel | null {
  return Object.hasOwn(purposes, purpose) ? purposes[purpose as keyof typeof purposes] : null;
}

export const connections: Record<string, Form> = Object.fromEntries(
  providerNames.map((provider) => [provider, connecting(provider)]),
);

function connecting(provider: ProviderName): Form {
  return form(mutationOf('connectIntegration'), {
    fields: fieldsOf(provider),
    adds: (page) => ({ provider, channel: channelOf(page) ?? 'EMAIL' }),
    problemsAt: { NO_CERTIFICATE_REQUEST: 'privateKey' },
    says: ({ platforms }) => [platforms.connect, platforms.connectedNow],
  });
}

export const disconnect = form(mutationOf('disconnectIntegration'), {
  fields: { id: { kind: 'hidden' } },
  says: ({ platforms }) => [platforms.disconnect, platforms.disconnected],
});

const testDocument = mutationOf('testIntegration', 'ok detail');

/** The test of a wallet sends nothing. */
export const testWallet = form(testDocument, {
  fields: { id: { kind: 'hidden' } },
  submit: ({ platforms }) => platforms.test,
  show: ({ testIntegration }, page) => verdictOf(page, testIntegration),
});

export const test = form(testDocument, {
  fields: labelled(({ platforms }) => platforms)({
    id: { kind: 'hidden' },
    to: { kind: 'text', word: 'testTo', maxLength: 254 },
  }),
  submit: ({ platforms }) => platforms.test,
  show: ({ testIntegration }, page) => verdictOf(page, testIntegration),
});

function verdictOf({ words: { platforms } }: Page, { ok, detail }: { ok: boolean; detail: string }) {
  return (
    <div class={`note ${ok ? 'good' : 'bad'}`} role="status">
      <strong>{ok ? platforms.testGood : platforms.testBad}</strong>
      {!ok && (
        <p>
          {platforms.testReason} <q lang="en">{detail}</q>
        </p>
      )}
    </div>
  );
}

export const request = form(mutationOf('createCertificateRequest', 'request'), {
  fields: { replace: { kind: 'checkbox', label: ({ platforms }) => platforms.request.replace } },
  submit: ({ platforms }) => platforms.request.make,
  show: ({ createCertificateRequest: { request: text } }, page) => {
    const words = page.words.platforms.request;
    const file = `data:application/pkcs10;base64,${Buffer.from(text).toString('base64')}`;
    return (
      <section class="card">
        <h2>{words.result}</h2>
        <p>{words.text}</p>
        {codeBlock(page, words.result, text)}
        <a class="button" href={file} download="pass.certSigningRequest">
          {words.save}
        </a>
      </section>
    );
  },
});
