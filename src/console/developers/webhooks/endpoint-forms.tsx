import type { ComponentChildren } from 'preact';
import { graphql } from '../../../documents/typed-document.ts';
import type { Page } from '../../frame/page.ts';
import { form } from '../../frame/screen.ts';
import { codeBlock } from '../../parts/code-block.tsx';
import { secretBlock } from '../secret-block.tsx';
import { type EndpointInput, endpointFields, settingsOf } from './endpoint-fields.ts';
import { durationOf } from './endpoint-state.tsx';

const idOf = ({ params }: Page) => params.endpoint ?? '';

const update = graphql(`
  mutation ConsoleUpdateWebhookEndpoint($input: UpdateWebhookEndpointInput!) {
    updateWebhookEndpoint(input: $input) {
      id
    }
  }
`);

const settings = form({
  scope: 'ADMIN',
  document: update,
  clears: true,
  fields: endpointFields,
  variables: (input: EndpointInput, page) => ({ input: { ...settingsOf(input), id: idOf(page) } }),
  submit: ({ developers }) => developers.webhooks.save,
  doneWords: ({ developers }) => developers.webhooks.saved,
});

const hmac = form({
  scope: 'ADMIN',
  document: update,
  clears: true,
  fields: {
    hmacSecret: {
      ...{ kind: 'password', most: 255, autocomplete: 'new-password' },
      label: ({ developers }) => developers.webhooks.fields.hmacSecret,
      hint: ({ developers }) => developers.webhooks.fields.hmacSecretHint,
    },
  },
  variables: (input: { hmacSecret?: string | null }, page) => ({ input: { ...input, id: idOf(page) } }),
  submit: ({ developers }) => developers.webhooks.setHmac,
  doneWords: ({ developers }) => developers.webhooks.hmacSaved,
});

const disable = form({
  scope: 'ADMIN',
  document: update,
  fields: {},
  variables: (_: object, page) => ({ input: { id: idOf(page), enabled: false } }),
  submit: ({ developers }) => developers.webhooks.disable,
  doneWords: ({ developers }) => developers.webhooks.disabled,
});

const enable = form({
  scope: 'ADMIN',
  document: update,
  fields: {},
  variables: (_: object, page) => ({ input: { id: idOf(page), enabled: true } }),
  submit: ({ developers }) => developers.webhooks.enable,
  doneWords: ({ developers }) => developers.webhooks.enabled,
});

const test = form({
  scope: 'ADMIN',
  document: graphql(`
    mutation ConsoleTestWebhookEndpoint($input: TestWebhookEndpointInput!) {
      testWebhookEndpoint(input: $input) {
        delivered
        attempt {
          milliseconds
          status
          response
          error
        }
      }
    }
  `),
  fields: {},
  variables: (_: object, page) => ({ input: { id: idOf(page) } }),
  submit: ({ developers }) => developers.webhooks.test,
  show: ({ testWebhookEndpoint: { delivered, attempt } }, page) => testResult(page, delivered, attempt),
});

interface Tested {
  milliseconds: number;
  status: number | null;
  response: string | null;
  error: string | null;
}

function testResult(page: Page, delivered: boolean, { milliseconds, status, response, error }: Tested) {
  const { webhooks, deliveries } = page.words.developers;
  const duration = page.number(milliseconds);
  const title = delivered ? webhooks.testDelivered(duration) : webhooks.testFailed(duration);
  const content: ComponentChildren[] = [
    <strong>{title}</strong>,
    ` ${status === null ? deliveries.noResponse : deliveries.http(status)} · ${durationOf(page, milliseconds)}`,
    error && <p>{error}</p>,
  ];
  return (
    <section class="test-result">
      <div class={`note ${delivered ? 'good' : 'bad'}`} role="status">
        {content}
      </div>
      {response && codeBlock(page, deliveries.response, response)}
    </section>
  );
}

const rotate = form({
  scope: 'ADMIN',
  document: graphql(`
    mutation ConsoleRotateWebhookSecret($input: RotateWebhookSecretInput!) {
      rotateWebhookSecret(input: $input) {
        secret
      }
    }
  `),
  fields: {},
  variables: (_: object, page) => ({ input: { id: idOf(page) } }),
  submit: ({ developers }) => developers.webhooks.rotate,
  show: ({ rotateWebhookSecret: { secret } }, page) => {
    const { secretOnce, rotateText, secret: label } = page.words.developers.webhooks;
    return secretBlock(page, { title: rotateText, once: secretOnce, label, secret });
  },
});

const recover = form({
  scope: 'ADMIN',
  document: graphql(`
    mutation ConsoleRecoverWebhookEndpoint($input: RecoverWebhookEndpointInput!) {
      recoverWebhookEndpoint(input: $input) {
        job {
          id
        }
      }
    }
  `),
  fields: {
    since: { kind: 'moment', required: true, label: ({ developers }) => developers.webhooks.since },
    until: {
      kind: 'moment',
      label: ({ developers }) => developers.webhooks.until,
      hint: ({ developers }) => developers.webhooks.untilHint,
    },
  },
  variables: (input: { since: string; until?: string }, page) => ({ input: { ...input, id: idOf(page) } }),
  submit: ({ developers }) => developers.webhooks.recover,
  doneWords: ({ developers }) => developers.webhooks.recovering,
});

const remove = form({
  scope: 'ADMIN',
  document: graphql(`
    mutation ConsoleDeleteWebhookEndpoint($input: DeleteWebhookEndpointInput!) {
      deleteWebhookEndpoint(input: $input) {
        id
      }
    }
  `),
  fields: {},
  variables: (_: object, page) => ({ input: { id: idOf(page) } }),
  submit: ({ developers }) => developers.webhooks.remove,
  done: () => '/webhooks',
});

/** What can be done with an endpoint. */
export const endpointForms = { settings, hmac, disable, enable, test, rotate, recover, remove };
