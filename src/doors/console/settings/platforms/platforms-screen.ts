import type { ResultOf } from 'gql.tada';
import { type ComponentChildren, h } from 'preact';
import type { IntegrationChannel } from '../../../../messaging/platform/channel.ts';
import { graphql } from '../../../documents/typed-document.ts';
import type { Page } from '../../frame/page.ts';
import { screen } from '../../frame/screen.ts';
import { headingOf, momentOf, statusOf } from '../../parts/pieces.ts';
import { tableOf } from '../../parts/table.ts';
import { settingsTabs } from '../settings-tabs.ts';
import { purposes } from './platform-forms.ts';

const document = graphql(`
  query ConsolePlatforms {
    integrations(first: 10) {
      nodes {
        id
        channel
        provider
        connectedAt
        settings {
          host
          from
          accountSid
          passType
          expiresAt
          issuerId
        }
      }
    }
  }
`);

type Integration = ResultOf<typeof document>['integrations']['nodes'][number];

interface Row {
  purpose: string;
  channel: IntegrationChannel;
  integration: Integration | undefined;
}

export const platformsScreen = screen({
  path: '/settings/platforms',
  area: 'settings',
  scope: 'ADMIN',
  document,
  title: (_, { words }) => words.settings.screens.platforms,
  view: ({ integrations: { nodes } }, page) => [
    headingOf(page.words.settings.title),
    settingsTabs(page),
    platformsOf(
      page,
      Object.entries(purposes).map(([purpose, channel]) => ({
        ...{ purpose, channel },
        integration: nodes.find((one) => one.channel === channel),
      })),
    ),
  ],
});

function platformsOf(page: Page, rows: readonly Row[]): ComponentChildren {
  const { platforms: words } = page.words;
  return tableOf<Row>({
    caption: words.caption,
    rows,
    key: ({ purpose }) => purpose,
    empty: null,
    columns: [
      {
        name: words.purpose,
        cell: ({ channel }) =>
          h('div', null, h('strong', null, words.channels[channel]), h('div', { class: 'soft' }, words.about[channel])),
      },
      {
        name: words.provider,
        cell: ({ integration }) => (integration ? providerOf(page, integration) : statusOf(words.notConnected)),
      },
      { name: words.since, cell: ({ integration }) => momentOf(page, integration?.connectedAt) },
      {
        name: page.words.settings.actions,
        cell: ({ purpose, channel, integration }) =>
          h(
            'a',
            {
              class: 'button quiet',
              href: page.to(`/settings/platforms/${purpose}`),
              'aria-label': (integration ? words.manageOne : words.connectOne)(words.channels[channel]),
            },
            integration ? words.manage : words.connect,
          ),
      },
    ],
  });
}

/** Returns the name of the platform, and by what the account knows its connection. */
function providerOf(page: Page, { provider, settings }: Integration): ComponentChildren {
  const { platforms: words } = page.words;
  const { host, from, accountSid, passType, expiresAt, issuerId } = settings;
  const expiry = expiresAt && `${words.facts.expires}: ${page.day(expiresAt)}`;
  return h(
    'div',
    null,
    statusOf(words.providers[provider], provider === 'CAPTURE' ? 'warn' : 'good'),
    [from, host, accountSid, passType, issuerId, expiry].map(
      (line) => line && h('div', { key: line, class: 'soft' }, line),
    ),
  );
}
