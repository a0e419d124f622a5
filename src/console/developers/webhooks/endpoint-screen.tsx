import type { ResultOf } from 'gql.tada';
import type { ComponentChildren } from 'preact';
import { graphql, mutationOf } from '../../../documents/typed-document.ts';
import { firstFilled } from '../../../kernel/values/blank.ts';
import { labelled } from '../../frame/labelled-fields.ts';
import type { Page } from '../../frame/page.ts';
import { form, screen } from '../../frame/screen.ts';
import { barsOf } from '../../parts/chart.tsx';
import { foldedFormOf, formOf } from '../../parts/form.tsx';
import { codeBlock, factsOf, figureOf, foldOf, headingOf, linkButton, momentOf } from '../../parts/pieces.tsx';
import { kindName } from '../developer-filters.ts';
import { secretBlock } from '../secret-block.tsx';
import { durationOf, endpointState, waitingOf, webhookTabs } from './endpoint-state.tsx';
import { type EndpointInput, endpointFields, settingsOf } from './endpoints-screen.tsx';

const update = mutationOf('updateWebhookEndpoint');

const settings = form(update, {
  clears: true,
  fields: endpointFields,
  variables: (input: EndpointInput, { params }) => ({ input: { ...settingsOf(input), id: params.endpoint ?? '' } }),
  says: ({ developers: { webhooks } }) => [webhooks.save, webhooks.saved],
});

const hmac = form(update, {
  clears: true,
  fields: labelled(({ developers }) => developers.webhooks.fields)({
    hmacSecret: { kind: 'password', maxLength: 255, autocomplete: 'new-password' },
  }),
  adds: ({ params }) => ({ id: params.endpoint }),
  says: ({ developers: { webhooks } }) => [webhooks.setHmac, webhooks.hmacSaved],
});

const disable = form(update, {
  adds: ({ params }) => ({ id: params.endpoint, enabled: false }),
  says: ({ developers: { webhooks } }) => [webhooks.disable, webhooks.disabled],
});

const enable = form(update, {
  adds: ({ params }) => ({ id: params.endpoint, enabled: true }),
  says: ({ developers: { webhooks } }) => [webhooks.enable, webhooks.enabled],
});

const test = form(mutationOf('testWebhookEndpoint', 'delivered attempt { milliseconds status response error }'), {
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

const rotate = form(mutationOf('rotateWebhookSecret', 'secret'), {
  adds: ({ params }) => ({ id: params.endpoint }),
  submit: ({ developers }) => developers.webhooks.rotate,
  show: ({ rotateWebhookSecret: { secret } }, page) => {
    const { secretOnce, rotateText, secret: label } = page.words.developers.webhooks;
    return secretBlock(page, { title: rotateText, once: secretOnce, label, secret });
  },
});

const recover = form(mutationOf('recoverWebhookEndpoint', 'job { id }'), {
  fields: labelled(({ developers }) => developers.webhooks)({
    since: { kind: 'moment', required: true },
    until: { kind: 'moment' },
  }),
  adds: ({ params }) => ({ id: params.endpoint }),
  says: ({ developers: { webhooks } }) => [webhooks.recover, webhooks.recovering],
});

const remove = form(mutationOf('deleteWebhookEndpoint'), {
  adds: ({ params }) => ({ id: params.endpoint }),
  says: ({ developers: { webhooks } }) => [webhooks.remove, webhooks.removed],
  done: () => '/webhooks',
});

const endpointForms = { settings, hmac, disable, enable, test, rotate, recover, remove };

const document = graphql(`
  query ConsoleWebhookEndpoint($endpoint: ID!) {
    webhookEndpoint(id: $endpoint) {
      id url description kinds types fifo includeSubaccounts enabled createdAt disabledAt disabledReason
      failingSince hasHmacSecret previousSecretUntil waiting
      hour: traffic(hours: 1) { failed }
      day: traffic(hours: 24) { delivered failed slow averageMilliseconds }
      trafficByHour(hours: 24) { since delivered failed }
    }
  }
`);

type Endpoint = ResultOf<typeof document>['webhookEndpoint'];

export const endpointScreen = screen({
  path: '/webhooks/:endpoint',
  scope: 'ADMIN',
  document,
  title: ({ webhookEndpoint: { description, url } }) => firstFilled(description, url),
  forms: endpointForms,
  view: ({ webhookEndpoint: endpoint }, page) => {
    const { url, description } = endpoint;
    const words = page.words.developers.webhooks;
    return [
      headingOf(
        firstFilled(description, url),
        linkButton(page.to('/webhooks/deliveries', { endpoint: endpoint.id }), words.deliveries, 'quiet'),
        page.outcome?.form !== 'test' && formOf(page, 'test', { quiet: true }),
        formOf(page, endpoint.enabled ? 'disable' : 'enable', { quiet: true }),
      ),
      webhookTabs(page),
      page.outcome?.form === 'test' && page.outcome.content,
      <p>
        {endpointState(page, endpoint)}
        {description && <span class="soft">{` ${url}`}</span>}
      </p>,
      figures(page, endpoint),
      chart(page, endpoint.trafficByHour),
      endpointSections(page, endpoint),
    ];
  },
});

function figures(page: Page, { id, waiting, hour, day }: Endpoint) {
  const words = page.words.developers.webhooks;
  const failed = page.to('/webhooks/deliveries', { endpoint: id, outcome: 'FAILURE' });
  return (
    <div class="figures">
      {figureOf(words.failedHour, page.number(hour.failed))}
      {figureOf(words.failedDay, <a href={failed}>{page.number(day.failed)}</a>)}
      {figureOf(words.deliveredDay, page.number(day.delivered))}
      {figureOf(
        words.latency,
        durationOf(page, day.averageMilliseconds),
        day.slow > 0 && words.slow(page.number(day.slow)),
      )}
      {figureOf(words.waiting, waitingOf(page, waiting))}
    </div>
  );
}

function chart(page: Page, hours: Endpoint['trafficByHour']) {
  const { attemptsByHour, hour, delivered, failed } = page.words.developers.webhooks;
  return barsOf(page, {
    title: attemptsByHour,
    axis: hour,
    labels: hours.map(({ since }) => page.time(since)),
    series: [
      { name: delivered, values: hours.map((one) => one.delivered) },
      { name: failed, values: hours.map((one) => one.failed) },
    ],
  });
}

const verification = `import { Webhook } from 'standardwebhooks';

// body is the text of the request, before JSON.parse
const event = new Webhook(secret).verify(body, request.headers);`;

function endpointSections(page: Page, endpoint: Endpoint) {
  const words = page.words.developers.webhooks;
  const isVerifying = ['rotate', 'hmac'].includes(page.attempt?.form ?? page.outcome?.form ?? '');
  return [
    facts(page, endpoint),
    settingsForm(page, endpoint),
    foldOf(words.verification, verificationSection(page, endpoint), isVerifying),
    foldedFormOf(page, 'recover', { summary: words.recover, text: words.recoverText }),
    foldedFormOf(page, 'remove', { summary: words.remove, text: words.removeText, quiet: true, dangerous: true }),
  ];
}

function facts(page: Page, { kinds, types, fifo, includeSubaccounts, createdAt }: Endpoint) {
  const words = page.words.developers.webhooks;
  const ofKinds = kinds?.map((kind) => kindName(page.words, kind));
  return factsOf([
    [words.receives, [ofKinds, types].flatMap((some) => some ?? []).join(', ') || words.everything],
    [words.facts.order, fifo ? words.inOrder : words.anyOrder],
    [words.facts.subaccounts, includeSubaccounts ? words.included : words.notIncluded],
    [words.facts.created, momentOf(page, createdAt)],
  ]);
}

function settingsForm(page: Page, endpoint: Endpoint) {
  const { settings, groups } = page.words.developers.webhooks;
  return foldedFormOf(page, 'settings', {
    summary: settings,
    values: { ...endpoint },
    groups: [
      { legend: groups.events, fields: ['kinds', 'types'], open: false },
      { legend: groups.delivery, fields: ['fifo', 'includeSubaccounts'] },
    ],
  });
}

function verificationSection(page: Page, { hasHmacSecret, previousSecretUntil }: Endpoint) {
  const words = page.words.developers.webhooks;
  return [
    <p>{words.verificationText}</p>,
    codeBlock(page, 'Node.js', verification),
    <p>
      {words.hmacText}
      {hasHmacSecret && ` ${words.ownHmac}`}
    </p>,
    previousSecretUntil && <p class="note">{words.previousUntil(page.moment(previousSecretUntil))}</p>,
    page.outcome?.form !== 'rotate' && <p>{words.rotateText}</p>,
    formOf(page, 'rotate', { quiet: true }),
    <h3>{words.fields.hmacSecret}</h3>,
    formOf(page, 'hmac'),
  ];
}
