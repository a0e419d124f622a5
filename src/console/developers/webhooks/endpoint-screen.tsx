import type { ResultOf } from 'gql.tada';
import type { ComponentChildren } from 'preact';
import { graphql } from '../../../documents/typed-document.ts';
import { firstFilled } from '../../../kernel/values/blank.ts';
import type { Page } from '../../frame/page.ts';
import { screen } from '../../frame/screen.ts';
import { barsOf } from '../../parts/chart.tsx';
import { formOf } from '../../parts/form.tsx';
import { figureOf, headingOf, linkButton } from '../../parts/pieces.tsx';
import { endpointForms } from './endpoint-forms.tsx';
import { endpointSections } from './endpoint-sections.tsx';
import { durationOf, endpointState, waitingOf } from './endpoint-state.tsx';
import { webhookTabs } from './webhook-tabs.ts';

const document = graphql(`
  query ConsoleWebhookEndpoint($id: ID!) {
    webhookEndpoint(id: $id) {
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
  variables: ({ params }) => ({ id: params.endpoint ?? '' }),
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

function figures(page: Page, { id, waiting, hour, day }: Endpoint): ComponentChildren {
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

function chart(page: Page, hours: Endpoint['trafficByHour']): ComponentChildren {
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
