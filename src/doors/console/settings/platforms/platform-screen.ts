import type { ResultOf } from 'gql.tada';
import { type ComponentChildren, h } from 'preact';
import { Problem } from '../../../../kernel/problem.ts';
import { type IntegrationChannel, type Provider, providersOf } from '../../../../messaging/platform/channel.ts';
import { graphql } from '../../../documents/typed-document.ts';
import type { Page } from '../../frame/page.ts';
import { screen } from '../../frame/screen.ts';
import { formOf } from '../../parts/form.ts';
import { foldOf, headingOf, momentOf, statusOf } from '../../parts/pieces.ts';
import { factsOf } from '../../parts/table.ts';
import { settingsTabs } from '../settings-tabs.ts';
import { channelOf, connections, disconnect, request, test, testWallet } from './platform-forms.ts';

const document = graphql(`
  query ConsolePlatform($channel: IntegrationChannel) {
    integrations(first: 1, filter: { channel: $channel }) {
      nodes {
        id
        provider
        perSecond
        inboundUrl
        connectedAt
        settings {
          host
          port
          security
          username
          from
          baseUrl
          accountSid
          messagingServiceSid
          systemId
          systemType
          passType
          team
          expiresAt
          issuerId
          serviceAccountEmail
          tls
        }
      }
    }
  }
`);

type Integration = ResultOf<typeof document>['integrations']['nodes'][number];

export const platformScreen = screen({
  path: '/settings/platforms/:purpose',
  area: 'settings',
  scope: 'ADMIN',
  document,
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
      h('p', null, h('a', { href: page.to('/settings/platforms') }, words.back)),
      h('p', { class: 'soft' }, words.about[channel]),
      integration && connectionOf(page, channel, integration),
      channel === 'APPLE_WALLET' &&
        foldOf(
          words.request.title,
          [h('p', null, words.request.text), formOf(page, 'request')],
          page.outcome?.form === 'request' || page.attempt?.form === 'request',
        ),
      integration && h('p', { class: 'hint' }, words.replaceHint, ' ', words.secretsHint),
      providersOf[channel].map((provider, index) => {
        const isCurrent = integration ? integration.provider === provider : index === 0;
        const open = page.attempt ? page.attempt.form === provider : isCurrent;
        return foldOf(words.connectTo(words.providers[provider]), formFor(page, provider, integration), open);
      }),
    ];
  },
});

function requireChannel(page: Page): IntegrationChannel {
  const channel = channelOf(page);
  if (!channel) throw new Problem('INTEGRATION_NOT_FOUND');
  return channel;
}

function formFor(page: Page, provider: Provider, integration: Integration | null): ComponentChildren {
  const isSame = integration?.provider === provider;
  const values = isSame ? { ...integration.settings, perSecond: integration.perSecond } : { security: 'STARTTLS' };
  const hint = provider === 'CAPTURE' && h('p', { class: 'hint' }, page.words.platforms.captureHint);
  return formOf(page, provider, { values, below: hint });
}

/** Returns what is connected, with its test. */
function connectionOf(page: Page, channel: IntegrationChannel, integration: Integration): ComponentChildren {
  const { platforms: words } = page.words;
  const { id, provider, settings, perSecond, inboundUrl, connectedAt } = integration;
  const shown = words.facts;
  const isWallet = channel === 'APPLE_WALLET' || channel === 'GOOGLE_WALLET';
  const fact = (name: keyof typeof shown, value: ComponentChildren) =>
    value !== null && value !== undefined && ([shown[name], value] as const);
  return h(
    'section',
    { class: 'card' },
    factsOf([
      [words.provider, words.providers[provider]],
      [words.since, momentOf(page, connectedAt)],
      fact('host', settings.host && [settings.host, settings.port].filter(Boolean).join(':')),
      fact('username', settings.username),
      fact('from', settings.from),
      fact('accountSid', settings.accountSid),
      fact('messagingServiceSid', settings.messagingServiceSid),
      fact('systemId', settings.systemId),
      fact('passType', settings.passType),
      fact('team', settings.team),
      fact('expires', settings.expiresAt && momentOf(page, settings.expiresAt)),
      fact('issuerId', settings.issuerId),
      fact('serviceAccountEmail', settings.serviceAccountEmail),
      fact('baseUrl', settings.baseUrl),
      fact('inboundUrl', inboundUrl && h('code', null, inboundUrl)),
      fact('perSecond', perSecond),
      fact('id', h('code', null, id)),
    ]),
    formOf(page, isWallet ? 'testWallet' : 'test', { quiet: isWallet, values: { id } }),
    h(
      'div',
      { class: 'disconnect' },
      formOf(page, 'disconnect', { quiet: true, dangerous: true, values: { id } }),
      h('small', { class: 'hint' }, words.disconnectHint),
    ),
  );
}
