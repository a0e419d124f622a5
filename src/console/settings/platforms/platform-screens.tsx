import type { TadaDocumentNode } from 'gql.tada';
import type { ComponentChildren } from 'preact';
import { graphql } from '../../../documents/typed-document.ts';
import { Problem } from '../../../kernel/problem.ts';
import type { IntegrationChannel } from '../../../messaging/platform/channel.ts';
import type { Platform } from '../../../messaging/platform/declaration.ts';
import {
  type ProviderName,
  platforms,
  providerNames,
  providersOf,
  shownFields,
} from '../../../messaging/platform/platform-list.inputs.ts';
import type { Page } from '../../frame/page.ts';
import { screen } from '../../frame/screen.ts';
import { foldedFormOf, formOf } from '../../parts/form.tsx';
import { factsOf, foldOf, headingOf, momentOf, statusOf, tableOf } from '../../parts/pieces.tsx';
import { settingsTabs } from '../settings-tabs.ts';
import {
  channelOf,
  connections,
  disconnect,
  labelOf,
  platformName,
  purposes,
  request,
  test,
  testWallet,
} from './platform-forms.tsx';

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

function platformsOf(page: Page, rows: readonly Row[]) {
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
function providerOf(page: Page, { provider, settings }: Integration) {
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

interface PlatformIntegration {
  id: string;
  provider: ProviderName;
  perSecond: number | null;
  inboundUrl: string | null;
  connectedAt: string;
  settings: Readonly<Record<string, string | number | boolean | null>>;
}

/** Selects the settings of all platforms, so its type cannot be derived from its text. */
const platformDocument = graphql(
  `
  query ConsolePlatform($channel: IntegrationChannel) {
    integrations(first: 1, filter: { channel: $channel }) {
      nodes {
        id provider perSecond inboundUrl connectedAt
        settings { ${[...shownFields.keys()].join(' ')} }
      }
    }
  }
` as string,
) as TadaDocumentNode<{ integrations: { nodes: PlatformIntegration[] } }, { channel?: IntegrationChannel | null }>;

export const platformScreen = screen({
  path: '/settings/platforms/:purpose',
  scope: 'ADMIN',
  document: platformDocument,
  variables: (page) => ({ channel: requireChannel(page) }),
  title: (_, page) => page.words.platforms.channels[requireChannel(page)],
  forms: { ...connections, disconnect, request, test, testWallet },
  islands: ['upload'],
  view: ({ integrations: { nodes } }, page) => {
    const words = page.words.platforms;
    const channel = requireChannel(page);
    const integration = nodes[0] ?? null;
    return [
      headingOf(
        words.channels[channel],
        statusOf(integration ? words.connected : words.notConnected, integration ? 'good' : 'calm'),
      ),
      settingsTabs(page),
      <p>
        <a href={page.to('/settings/platforms')}>{words.back}</a>
      </p>,
      <p class="soft">{words.about[channel]}</p>,
      integration && connectionOf(page, channel, integration),
      channel === 'APPLE_WALLET' &&
        foldedFormOf(page, 'request', { summary: words.request.title, text: words.request.text }),
      integration && (
        <p class="hint">
          {words.replaceHint} {words.secretsHint}
        </p>
      ),
      providersOf(channel).map((provider, index) => {
        const isCurrent = integration ? integration.provider === provider : index === 0;
        const open = page.attempt ? page.attempt.form === provider : isCurrent;
        return foldOf(words.connectTo(platformName(page.words, provider)), formFor(page, provider, integration), open);
      }),
    ];
  },
});

function requireChannel(page: Page): IntegrationChannel {
  const channel = channelOf(page);
  if (!channel) throw new Problem('INTEGRATION_NOT_FOUND');
  return channel;
}

function formFor(page: Page, provider: ProviderName, integration: PlatformIntegration | null) {
  const isSame = integration?.provider === provider;
  const values = isSame ? { ...integration.settings, perSecond: integration.perSecond } : { security: 'STARTTLS' };
  const hint = provider === 'CAPTURE' && <p class="hint">{page.words.platforms.outbox.hint}</p>;
  return formOf(page, provider, { values, below: hint });
}

function connectionOf(page: Page, channel: IntegrationChannel, integration: PlatformIntegration) {
  const { platforms: words } = page.words;
  const { id, provider, perSecond, inboundUrl, connectedAt } = integration;
  const shown = words.facts;
  const isWallet = channel === 'APPLE_WALLET' || channel === 'GOOGLE_WALLET';
  const fact = (name: keyof typeof shown, value: ComponentChildren) =>
    value !== null && value !== undefined && ([shown[name], value] as const);
  return (
    <section class="card">
      {factsOf([
        [words.provider, platformName(page.words, provider)],
        [words.since, momentOf(page, connectedAt)],
        ...settingsOf(page, integration),
        fact('inboundUrl', inboundUrl && <code>{inboundUrl}</code>),
        fact('perSecond', perSecond),
        fact('id', <code>{id}</code>),
      ])}
      {formOf(page, isWallet ? 'testWallet' : 'test', { quiet: isWallet, values: { id } })}
      <div class="disconnect">
        {formOf(page, 'disconnect', { quiet: true, dangerous: true, values: { id } })}
        <small class="hint">{words.disconnectHint}</small>
      </div>
    </section>
  );
}

/** Returns the settings that distinguish connections. The port appears with the host. */
function settingsOf(page: Page, { provider, settings }: PlatformIntegration) {
  const { facts }: Platform = platforms[provider];
  return facts.map((name) => {
    const value = settings[name];
    if (value === null || value === undefined) return false;
    const shown =
      name === 'host'
        ? [value, settings.port].filter(Boolean).join(':')
        : shownFields.get(name)?.isTime
          ? momentOf(page, String(value))
          : String(value);
    return [labelOf(page.words, provider, name), shown] as const;
  });
}
