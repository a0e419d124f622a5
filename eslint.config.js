/* Checks schema.graphql with the rules for the clients that keep objects by their ids. Biome checks everything else. */
import graphql from '@graphql-eslint/eslint-plugin';

const { configs, parser } = graphql;

/** What mutations return. Its objects have ids. */
const results = [
  'AccountExport',
  'AccountExportFile',
  'AddedContact',
  'CreatedApiKey',
  'CreatedDirectoryUser',
  'CreatedSingleUseUrl',
  'CreatedSingleUseUrls',
  'EndedSignIns',
  'Export',
  'ImportedCodes',
  'InvitedPerson',
  'PairedTill',
  'PasswordReset',
  'PrintSheet',
  'RecoveredWebhookEndpoint',
  'Sent',
  'SentPush',
  'SingleSignOn',
  'TestedIntegration',
  'TestedWebhookEndpoint',
  'TillPairing',
  'UpdatedCouponSessions',
  'WebhookEndpointWithSecret',
];

/** Values that are parts of the object around them, and views of an object that has the id. */
const values = [
  'AccountClock',
  'AccountRetention',
  'AskedField',
  'Barcode',
  'CampaignActor',
  'CertificateRequest',
  'CodeUsage',
  'EventAmount',
  'GroupReach',
  'GroupSending',
  'HistoryEntry',
  'IntegrationSettings',
  'LandingField',
  'LandingPage',
  'Membership',
  'MessageFailures',
  'MessagePreview',
  'Notice',
  'PageInfo',
  'PersonalData',
  'PersonalRecords',
  'PositionedEvent',
  'RefusedAttempts',
  'SingleUseUrl',
  'SkippedRow',
  'Statistics',
  'StatisticsChange',
  'StatisticsCounts',
  'StatisticsPoint',
  'Viewer',
  'WalletChanges',
  'WalletCount',
  'WalletDesign',
  'WalletLabels',
  'WalletLocation',
  'WalletPass',
  'WalletPreview',
  'WebhookAttempt',
  'WebhookHeader',
  'WebhookRequest',
  'WebhookTraffic',
  'WebhookVerification',
];

export default [
  {
    files: ['schema.graphql'],
    languageOptions: { parser, parserOptions: { graphQLConfig: { schema: 'schema.graphql' } } },
    plugins: { '@graphql-eslint': graphql },
    rules: {
      ...configs['flat/schema-recommended'].rules,
      ...configs['flat/schema-relay'].rules,
      '@graphql-eslint/strict-id-in-types': [
        'error',
        { exceptions: { suffixes: ['Connection', 'Edge'], types: [...results, ...values] } },
      ],
      // Short lists, such as the rewards of a card, are plain lists. A test checks that their descriptions say so.
      '@graphql-eslint/relay-edge-types': [
        'error',
        { withEdgeSuffix: true, shouldImplementNode: true, listTypeCanWrapOnlyEdgeType: false },
      ],
      // `ProblemCode` has the values of `extensions.code` of errors, which no field returns.
      '@graphql-eslint/no-unreachable-types': 'off',
      // Clients know `Tag.tag`.
      '@graphql-eslint/no-typename-prefix': 'off',
    },
  },
];
