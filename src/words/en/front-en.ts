type Place = [name: string, about: string];

/** The home page of the service, and the frame that it shares with the guides. */
export const front = {
  service: 'Campaign service',
  navigation: 'Service',
  places: { console: 'Console', guides: 'Guides', graphiql: 'GraphiQL', rest: 'REST reference' },
  title: 'Campaigns that count exactly',
  lead: 'Coupons and their redemption, loyalty cards, directories with members, contacts, sending by email and SMS, passes for wallets, and webhooks: in the console, through GraphQL, and through REST.',
  demo: 'Open the demo',
  demoHint: 'The demo shows a year of a small chain of bakeries. You need no password on this machine.',
  console: 'Open the console',
  developers: 'For developers',
  references: {
    graphiql: ['GraphiQL', 'Browse the GraphQL schema and run queries, with examples.'],
    rest: ['REST reference', 'Read about the REST paths and send requests to them.'],
    openapi: ['OpenAPI document', 'Import the REST paths into other programs.'],
    outbox: ['Outbox', 'Read the messages that the service captured instead of sending.'],
    readiness: ['Readiness', 'Check whether the database is reachable, migrated and writable.'],
  } satisfies Record<string, Place>,
  guides: 'Guides',
  guideList: {
    console: ['The console', 'Run campaigns in the browser.'],
    migrating: ['Migrating', 'Move programs from the /v3 and /v4 paths.'],
    webhooks: ['Webhooks', 'Receive events, and check who sent them.'],
    sending: ['Sending', 'Send emails and SMS to one person or a group.'],
    operating: ['Operating', 'Run databases and processes, upgrade them, and back them up.'],
    all: ['All guides', 'Read about wallet passes, statistics, security and more.'],
  } satisfies Record<string, Place>,
};
