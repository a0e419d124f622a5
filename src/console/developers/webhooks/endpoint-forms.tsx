import type { ComponentChildren } from 'preact';
import { mutationOf } from '../../../documents/typed-document.ts';
import { labelled } from '../../frame/labelled-fields.ts';
import type { Page } from '../../frame/page.ts';
import { form } from '../../frame/screen.ts';
import { codeBlock } from '../../parts/code-block.tsx';
import { secretBlock } from '../secret-block.tsx';
import { type EndpointInput, endpointFields, settingsOf } from './endpoint-fields.ts';
import { durationOf } from './endpoint-state.tsx';

const update = mutationOf('updateWebhookEndpoint');

const settings = form({
  document: update,
  clears: true,
  fields: endpointFields,
  variables: (input: EndpointInput, { params }) => ({ input: { ...settingsOf(input), id: params.endpoint ?? '' } }),
  submit: ({ developers }) => developers.webhooks.save,
  notice: ({ developers }) => developers.webhooks.saved,
});

const hmac = form({
  document: update,
  clears: true,
  fields: labelled(({ developers }) => developers.webhooks.fields)({
    hmacSecret: { kind: 'password', maxLength: 255, autocomplete: 'new-password' },
  }),
  adds: ({ params }) => ({ id: params.endpoint }),
  submit: ({ developers }) => developers.webhooks.setHmac,
  notice: ({ developers }) => developers.webhooks.hmacSaved,
});

const disable = form({
  document: update,
  adds: ({ params }) => ({ id: params.endpoint, enabled: false }),
  submit: ({ developers }) => developers.webhooks.disable,
  notice: ({ developers }) => developers.webhooks.disabled,
});

const enable = form({
  document: update,
  adds: ({ params }) => ({ id: params.endpoint, enabled: true }),
  submit: ({ developers }) => developers.webhooks.enable,
  notice: ({ developers }) => developers.webhooks.enabled,
});

const test = form({
  document: mutationOf('testWebhookEndpoint', 'delivered attempt { milliseconds status response error }'),
  adds: ({ params }) => ({ id: params.endpoint }),
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
  document: mutationOf('rotateWebhookSecret', 'secret'),
  adds: ({ params }) => ({ id: params.endpoint }),
  submit: ({ developers }) => developers.webhooks.rotate,
  show: ({ rotateWebhookSecret: { secret } }, page) => {
    const { secretOnce, rotateText, secret: label } = page.words.developers.webhooks;
    return secretBlock(page, { title: rotateText, once: secretOnce, label, secret });
  },
});

const recover = form({
  document: mutationOf('recoverWebhookEndpoint', 'job { id }'),
  fields: labelled(({ developers }) => developers.webhooks)({
    since: { kind: 'moment', required: true },
    until: { kind: 'moment' },
  }),
  adds: ({ params }) => ({ id: params.endpoint }),
  submit: ({ developers }) => developers.webhooks.recover,
  notice: ({ developers }) => developers.webhooks.recovering,
});

const remove = form({
  document: mutationOf('deleteWebhookEndpoint'),
  adds: ({ params }) => ({ id: params.endpoint }),
  submit: ({ developers }) => developers.webhooks.remove,
  notice: ({ developers }) => developers.webhooks.removed,
  done: () => '/webhooks',
});

export const endpointForms = { settings, hmac, disable, enable, test, rotate, recover, remove };
