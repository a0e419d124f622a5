import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Env, readEnv } from '../../../src/main/process/env.ts';

const secret = 's'.repeat(32);
const collector = 'http://collector:4318';

test('an empty environment has the documented defaults', () => {
  expect(readEnv({})).toEqual({
    PORT: 4000,
    HOST: '127.0.0.1',
    DATA_DIR: path.resolve('data'),
    databaseUrl: `sqlite:${path.resolve('data/campaigns.sqlite')}`,
    PREVIOUS_APP_SECRETS: [],
    WORKER: true,
    MIGRATE: true,
    ALLOW_INSECURE_WEBHOOKS: false,
    ALLOW_PRIVATE_ADDRESSES: [],
    ALLOW_UNSAFE_DATABASE: [],
    TRUSTED_PROXIES: [],
    RATE_LIMIT: 1000,
    EVENTS_KEPT_DAYS: 400,
    AWS_REGION: 'us-east-1',
    DELIVERIES_KEPT_DAYS: 30,
    AUDIT_KEPT_DAYS: 730,
    REQUESTS_KEPT_DAYS: 7,
    CLOSED_KEPT_DAYS: 30,
    MESSAGES_KEPT_DAYS: 400,
    OTEL_SDK_DISABLED: false,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_EXPORTER_PROMETHEUS_HOST: '127.0.0.1',
    OTEL_EXPORTER_PROMETHEUS_PORT: 9464,
    OTEL_METRIC_EXPORT_INTERVAL: 60_000,
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    tracesExporter: 'none',
    metricsExporters: [],
    LOG_LEVEL: 'info',
  });
});

test('an empty variable counts as absent', () => {
  const names = [...good.map(([name]) => name), 'DATABASE_URL'];

  expect(readEnv(Object.fromEntries(names.map((name) => [name, ''])))).toEqual(readEnv({}));
});

const good: [string, string, unknown][] = [
  ['PORT', '0', 0],
  ['PORT', '65535', 65535],
  ['HOST', '::1', '::1'],
  ['PUBLIC_URL', 'https://bakery.example/', 'https://bakery.example'],
  ['DATA_DIR', '/var/lib/campaigns', '/var/lib/campaigns'],
  ['REDIS_URL', 'rediss://cache:6380', 'rediss://cache:6380'],
  ['APP_SECRET', secret, secret],
  ['PREVIOUS_APP_SECRETS', `${secret}, ${'t'.repeat(40)}`, [secret, 't'.repeat(40)]],
  ['BOOTSTRAP_API_KEY', 'key_0123456789abcdef:sixteen-or-more!', 'key_0123456789abcdef:sixteen-or-more!'],
  ['DEMO', 'off', 'off'],
  ['WORKER', 'off', false],
  ['MIGRATE', 'off', false],
  ['EVENTS_KEPT_DAYS', '30', 30],
  ['EVENTS_ARCHIVE', '/var/lib/events', '/var/lib/events'],
  ['AWS_REGION', 'eu-central-1', 'eu-central-1'],
  ['DELIVERIES_KEPT_DAYS', '1', 1],
  ['MESSAGES_KEPT_DAYS', '7', 7],
  ['ALLOW_INSECURE_WEBHOOKS', 'on', true],
  ['ALLOW_PRIVATE_ADDRESSES', '127.0.0.0/8, fd00::/8', ['127.0.0.0/8', 'fd00::/8']],
  ['ALLOW_UNSAFE_DATABASE', 'several-servers, read-only', ['several-servers', 'read-only']],
  ['TRUSTED_PROXIES', '10.0.0.5, fd00::1,10.1.0.0/16', ['10.0.0.5', 'fd00::1', '10.1.0.0/16']],
  ['RATE_LIMIT', '0', 0],
  ['OTEL_SDK_DISABLED', 'true', true],
  ['OTEL_TRACES_EXPORTER', 'none', 'none'],
  ['OTEL_METRICS_EXPORTER', 'prometheus, otlp', ['prometheus', 'otlp']],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://collector:4318', 'http://collector:4318'],
  ['OTEL_EXPORTER_PROMETHEUS_PORT', '9500', 9500],
  ['OTEL_METRIC_EXPORT_INTERVAL', '1000', 1000],
  ['OTEL_TRACES_SAMPLER', 'always_on', 'always_on'],
  ['OTEL_TRACES_SAMPLER_ARG', '1', 1],
  ['LOG_LEVEL', 'silent', 'silent'],
];

test.each(good)('%s=%s is accepted', (name, value, read) => {
  expect(readEnv({ [name]: value })[name as never]).toEqual(read);
});

test.each(['mysql://user:pass@host:3306/campaigns', 'mariadb://host/campaigns'])(
  'DATABASE_URL=%s is accepted',
  (url) => {
    expect(readEnv({ DATABASE_URL: url, APP_SECRET: secret }).databaseUrl).toBe(url);
  },
);

test('DATABASE_URL may name a file, which requires no secret', () => {
  expect(readEnv({ DATABASE_URL: 'sqlite:/tmp/a.sqlite' }).databaseUrl).toBe('sqlite:/tmp/a.sqlite');
});

test.each<[string, NodeJS.ProcessEnv, Pick<Env, 'tracesExporter' | 'metricsExporters'>]>([
  ['an address', { OTEL_EXPORTER_OTLP_ENDPOINT: collector }, { tracesExporter: 'otlp', metricsExporters: ['otlp'] }],
  [
    'an address for traces',
    { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: collector },
    { tracesExporter: 'otlp', metricsExporters: [] },
  ],
  [
    'an address, and names of exporters',
    { OTEL_EXPORTER_OTLP_ENDPOINT: collector, OTEL_TRACES_EXPORTER: 'none', OTEL_METRICS_EXPORTER: 'prometheus,none' },
    { tracesExporter: 'none', metricsExporters: ['prometheus'] },
  ],
  [
    'OTEL_SDK_DISABLED',
    { OTEL_EXPORTER_OTLP_ENDPOINT: collector, OTEL_SDK_DISABLED: 'true' },
    { tracesExporter: 'none', metricsExporters: [] },
  ],
])('with %s, telemetry goes where it says', (_, environment, expected) => {
  expect(readEnv(environment)).toMatchObject(expected);
});

const bad: [string, string][] = [
  ['PORT', 'http'],
  ['PORT', '65536'],
  ['PORT', '-1'],
  ['PORT', '80.5'],
  ['PUBLIC_URL', 'bakery.example'],
  ['PUBLIC_URL', 'ftp://bakery.example'],
  ['DATABASE_URL', 'postgres://host/campaigns'],
  ['DATABASE_URL', 'mysql://'],
  ['DATABASE_URL', 'sqlite:'],
  ['REDIS_URL', 'http://cache'],
  ['MAIL_URL', 'https://mail.example'],
  ['MAIL_URL', 'mail.example'],
  ['MAIL_URL', 'smtp://user:50%off@mail.example'],
  ['MAIL_FROM', 'nobody'],
  ['APP_SECRET', 'short'],
  ['PREVIOUS_APP_SECRETS', 'short'],
  ['PREVIOUS_APP_SECRETS', `${secret},short`],
  ['BOOTSTRAP_API_KEY', 'admin:admin'],
  ['BOOTSTRAP_API_KEY', 'key_0123456789abcdef:short'],
  ['DEMO', 'yes'],
  ['WORKER', 'false'],
  ['MIGRATE', 'no'],
  ['ALLOW_INSECURE_WEBHOOKS', '1'],
  ['ALLOW_PRIVATE_ADDRESSES', 'localhost'],
  ['ALLOW_PRIVATE_ADDRESSES', '10.0.0.0'],
  ['ALLOW_PRIVATE_ADDRESSES', '10.0.0.0/33,nonsense,fd00::/129'],
  ['READ_DATABASE_URL', 'sqlite:other.sqlite'],
  ['READ_DATABASE_URL', 'mysql://user@replica/db'],
  ['ALLOW_UNSAFE_DATABASE', 'on'],
  ['ALLOW_UNSAFE_DATABASE', 'no-quorum'],
  ['TRUSTED_PROXIES', 'on'],
  ['TRUSTED_PROXIES', 'loopback'],
  ['TRUSTED_PROXIES', '10.0.0.5,10.0.0.0/33'],
  ['RATE_LIMIT', 'none'],
  ['RATE_LIMIT', '-1'],
  ['RATE_LIMIT', '0.5'],
  ['OTEL_SDK_DISABLED', 'on'],
  ['OTEL_TRACES_EXPORTER', 'zipkin'],
  ['OTEL_METRICS_EXPORTER', 'otlp,statsd'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
  ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
  ['OTEL_EXPORTER_PROMETHEUS_PORT', '0'],
  ['OTEL_METRIC_EXPORT_INTERVAL', '10'],
  ['OTEL_TRACES_SAMPLER', 'sometimes'],
  ['OTEL_TRACES_SAMPLER_ARG', '1.5'],
  ['LOG_LEVEL', 'loud'],
];

describe('one line names each error', () => {
  test.each(bad)('%s=%s', (name, value) => {
    expect(linesOf({ [name]: value })).toEqual([expect.stringMatching(new RegExp(`^${name} .+`))]);
  });

  test('DATABASE_URL of a server without APP_SECRET', () => {
    expect(linesOf({ DATABASE_URL: 'mysql://host/campaigns' })).toEqual([
      expect.stringMatching(/^APP_SECRET is required/),
    ]);
  });

  test('MAIL_URL without MAIL_FROM, and the reverse', () => {
    expect(linesOf({ MAIL_URL: 'smtp://relay' })).toEqual(['MAIL_FROM is required with MAIL_URL']);
    expect(linesOf({ MAIL_FROM: 'no-reply@service.example' })).toEqual(['MAIL_URL is required with MAIL_FROM']);
  });

  test('EVENTS_ARCHIVE without a bucket, or without credentials for it', () => {
    const keys = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' };

    expect(linesOf({ ...keys, EVENTS_ARCHIVE: 'https://s3.example/' })).toEqual([
      expect.stringMatching(/^EVENTS_ARCHIVE must be a folder, or an address with a bucket/),
    ]);
    expect(linesOf({ EVENTS_ARCHIVE: 'https://s3.example/bucket' })).toEqual([
      expect.stringMatching(/^AWS_ACCESS_KEY_ID is required/),
      expect.stringMatching(/^AWS_SECRET_ACCESS_KEY is required/),
    ]);
  });

  test.each(['APP_SECRET', 'PREVIOUS_APP_SECRETS', 'BOOTSTRAP_API_KEY', 'DATABASE_URL', 'MAIL_URL', 'REDIS_URL'])(
    '%s is not repeated',
    (name) => {
      expect(linesOf({ [name]: 'pass:word' })).toEqual([expect.not.stringContaining('pass:word')]);
    },
  );

  test('several variables in several lines', () => {
    const lines = linesOf({ PORT: 'x', DATABASE_URL: 'mysql://host/campaigns', DEMO: 'maybe', RATE_LIMIT: '-1' });

    expect(lines.map((line) => line.split(' ')[0]).sort()).toEqual(['APP_SECRET', 'DEMO', 'PORT', 'RATE_LIMIT']);
  });
});

function linesOf(source: NodeJS.ProcessEnv): string[] {
  try {
    readEnv(source);
    return [];
  } catch (error) {
    return (error as Error).message.split('\n');
  }
}
