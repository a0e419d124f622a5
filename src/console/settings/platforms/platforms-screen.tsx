import type { TadaDocumentNode } from 'gql.tada';
import type { ComponentChildren } from 'preact';
import { graphql } from '../../../documents/typed-document.ts';
import type { IntegrationChannel } from '../../../messaging/platform/channel.ts';
import type { Platform } from '../../../messaging/platform/declaration.ts';
import {
  type ProviderName,
  platforms,
  providerNames,
  shownFields,
} from '../../../messaging/platform/platform-list.inputs.ts';
import type { Page } from '../../frame/page.ts';
import { screen } from '../../frame/screen.ts';
import { headingOf, momentOf, statusOf } from '../../parts/pieces.tsx';
import { tableOf } from '../../parts/table.tsx';
import { settingsTabs } from '../settings-tabs.ts';
import { labelOf, platformName } from './platform-fields.ts';
import { purposes } from './platform-forms.tsx';

interface Integration {
  id: string;
  channel: IntegrationChannel;
  provider: ProviderName;
  connectedAt: string;
  settings: Readonly<Record<string, string | null>>;
}

const summaries = new Set(providerNames.flatMap((provider) => (platforms[provider] as Platform).summary));

/** Selects the settings of all platforms, so its type cannot be derived from its text. */
const document = graphql(
  `
  query ConsolePlatforms {
    integrations(first: 10) {
      nodes {
        id channel provider connectedAt
        settings { ${[...summaries].join(' ')} }
      }
    }
  }
` as string,
) as TadaDocumentNode<{ integrations: { nodes: Integration[] } }, Record<string, never>>;

interface Row {
  purpose: string;
  channel: IntegrationChannel;
  integration: Integration | undefined;
}

export const platformsScreen = screen({
  path: '/settings/platforms',
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
    empty: null,
    columns: [
      {
        name: words.purpose,
        cell: ({ channel }) => (
          <div>
            <strong>{words.channels[channel]}</strong>
            <div class="soft">{words.about[channel]}</div>
          </div>
        ),
      },
      {
        name: words.provider,
        cell: ({ integration }) => (integration ? providerOf(page, integration) : statusOf(words.notConnected)),
      },
      { name: words.since, cell: ({ integration }) => momentOf(page, integration?.connectedAt) },
      {
        name: page.words.settings.actions,
        cell: ({ purpose, channel, integration }) => (
          <a
            class="button quiet"
            href={page.to(`/settings/platforms/${purpose}`)}
            aria-label={(integration ? words.manageOne : words.connectOne)(words.channels[channel])}
          >
            {integration ? words.manage : words.connect}
          </a>
        ),
      },
    ],
  });
}

/** Returns the name of the platform, and the settings that identify its connection. */
function providerOf(page: Page, { provider, settings }: Integration): ComponentChildren {
  const { summary }: Platform = platforms[provider];
  return (
    <div>
      {statusOf(platformName(page.words, provider), provider === 'CAPTURE' ? 'warn' : 'good')}
      {summary.map((name) => {
        const value = settings[name];
        const isTime = shownFields.get(name)?.isTime;
        const line = value && (isTime ? `${labelOf(page.words, provider, name)}: ${page.day(value)}` : value);
        return line && <div class="soft">{line}</div>;
      })}
    </div>
  );
}
