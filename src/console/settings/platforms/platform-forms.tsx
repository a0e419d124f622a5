import { mutationOf } from '../../../documents/typed-document.ts';
import type { IntegrationChannel } from '../../../messaging/platform/channel.ts';
import { type ProviderName, providerNames } from '../../../messaging/platform/platform-list.inputs.ts';
import { labelled } from '../../frame/labelled-fields.ts';
import type { Page } from '../../frame/page.ts';
import { type Form, form } from '../../frame/screen.ts';
import { codeBlock } from '../../parts/code-block.tsx';
import { fieldsOf } from './platform-fields.ts';

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
  return form({
    document: mutationOf('connectIntegration'),
    fields: fieldsOf(provider),
    adds: (page) => ({ provider, channel: channelOf(page) ?? 'EMAIL' }),
    problemsAt: { NO_CERTIFICATE_REQUEST: 'privateKey' },
    submit: ({ platforms }) => platforms.connect,
    notice: ({ platforms }) => platforms.connectedNow,
  });
}

export const disconnect = form({
  document: mutationOf('disconnectIntegration'),
  fields: { id: { kind: 'hidden' } },
  submit: ({ platforms }) => platforms.disconnect,
  notice: ({ platforms }) => platforms.disconnected,
});

const testDocument = mutationOf('testIntegration', 'ok detail');

/** The test of a wallet sends nothing. */
export const testWallet = form({
  document: testDocument,
  fields: { id: { kind: 'hidden' } },
  submit: ({ platforms }) => platforms.test,
  show: ({ testIntegration }, page) => verdictOf(page, testIntegration),
});

export const test = form({
  document: testDocument,
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

export const request = form({
  document: mutationOf('createCertificateRequest', 'request'),
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
