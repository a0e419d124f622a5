import { isIP } from 'node:net';
import path from 'node:path';
import { z } from 'zod';
import { allowableSetups } from '../../kernel/database/engines/cluster/wrong-setup.ts';
import { parseSender } from '../../kernel/values/email-address.ts';

const onOff = (preset: 'on' | 'off') =>
  z
    .enum(['on', 'off'], 'must be on or off')
    .default(preset)
    .transform((value) => value === 'on');

const serverUrl = /^(mysql|mariadb):\/\/.+/;

const cidr = z.string().refine(isCidr, 'must be comma-separated address ranges such as 127.0.0.0/8');

const addressOrRange = z
  .string()
  .refine(
    (text) => isIP(text) !== 0 || isCidr(text),
    'must be comma-separated addresses or ranges such as 10.0.0.5 or 10.1.0.0/16',
  );

/** Items that are separated by commas. */
const list = <Item extends z.ZodType<unknown, string>>(item: Item) =>
  z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .pipe(z.array(item));

const min = (min: number, unit = '') =>
  z.coerce.number(`must be a number${unit}`).int(`must be a whole number${unit}`).min(min, `must be ${min} or more`);

const days = min(1, ' of days');

const otlpEndpoint = z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).optional();

const samplers = [
  ...['always_on', 'always_off', 'traceidratio'],
  ...['parentbased_always_on', 'parentbased_always_off', 'parentbased_traceidratio'],
] as const;

/** An empty variable counts as one that is not set. */
const variables = z.object({
  PORT: z.coerce.number('must be a port number').int('must be a port number').min(0).max(65535).default(4000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http or https address' })
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
  DATA_DIR: z
    .string()
    .default('./data')
    .transform((directory) => path.resolve(directory)),
  DATABASE_URL: z
    .string()
    .refine((url) => serverUrl.test(url) || /^sqlite:.+/.test(url), 'must be mysql://…, mariadb://… or sqlite:path')
    .optional(),
  READ_DATABASE_URL: z
    .string()
    .refine((url) => serverUrl.test(url), 'must be mysql://… or mariadb://…')
    .optional(),
  MAIL_URL: z
    .url({ protocol: /^smtps?$/, error: 'must be smtp://… or smtps://…' })
    .refine((url) => URL.parse(url)?.hostname !== '', 'must name a host')
    .refine(hasReadableUser, 'must have each % in the user name and the password written as %25')
    .optional(),
  MAIL_FROM: z
    .string()
    .refine((text) => parseSender(text) !== null, 'must be an email address, with or without a name')
    .optional(),
  REDIS_URL: z.url({ protocol: /^rediss?$/, error: 'must be redis://… or rediss://…' }).optional(),
  APP_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  PREVIOUS_APP_SECRETS: list(z.string().min(32, 'must be comma-separated secrets of at least 32 characters')).default(
    [],
  ),
  BOOTSTRAP_API_KEY: z
    .string()
    .regex(
      /^key_[0-9a-z]{16}:[\x21-\x7e]{16,255}$/,
      'must be key_ followed by 16 characters of 0-9a-z, a colon, and a secret of at least 16 characters',
    )
    .optional(),
  DEMO: z.enum(['on', 'off'], 'must be on or off').optional(),
  WORKER: onOff('on'),
  MIGRATE: onOff('on'),
  ALLOW_INSECURE_WEBHOOKS: onOff('off'),
  ALLOW_PRIVATE_ADDRESSES: list(cidr).default([]),
  ALLOW_UNSAFE_DATABASE: list(
    z.enum(allowableSetups, `must be comma-separated names of ${allowableSetups.join(', ')}`),
  ).default([]),
  TRUSTED_PROXIES: list(addressOrRange).default([]),
  RATE_LIMIT: min(0).default(1000),
  EVENTS_KEPT_DAYS: days.default(400),
  EVENTS_ARCHIVE: z
    .string()
    .transform((place) => (isHttp(place) ? place : path.resolve(place)))
    .refine(
      (place) => !isHttp(place) || hasBucket(place),
      'must be a folder, or an address with a bucket such as https://s3.example/bucket',
    )
    .optional(),
  AWS_ACCESS_KEY_ID: z.string().optional(),
  AWS_SECRET_ACCESS_KEY: z.string().optional(),
  AWS_REGION: z.string().default('us-east-1'),
  DELIVERIES_KEPT_DAYS: days.default(30),
  MESSAGES_KEPT_DAYS: days.default(400),
  AUDIT_KEPT_DAYS: days.default(730),
  REQUESTS_KEPT_DAYS: days.default(7),
  CLOSED_KEPT_DAYS: days.default(30),
  OTEL_SDK_DISABLED: z
    .enum(['true', 'false'], 'must be true or false')
    .default('false')
    .transform((value) => value === 'true'),
  OTEL_TRACES_EXPORTER: z.enum(['otlp', 'none'], 'must be otlp or none').optional(),
  OTEL_METRICS_EXPORTER: list(
    z.enum(['otlp', 'prometheus', 'none'], 'must be comma-separated names of otlp, prometheus, none'),
  ).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: otlpEndpoint,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: otlpEndpoint,
  OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: otlpEndpoint,
  OTEL_EXPORTER_OTLP_PROTOCOL: z.enum(['http/json'], 'must be http/json').default('http/json'),
  OTEL_EXPORTER_PROMETHEUS_HOST: z.string().default('127.0.0.1'),
  OTEL_EXPORTER_PROMETHEUS_PORT: z.coerce
    .number('must be a port number')
    .int('must be a port number')
    .min(1, 'must be a port number')
    .max(65535, 'must be a port number')
    .default(9464),
  OTEL_METRIC_EXPORT_INTERVAL: min(1000, ' of milliseconds').default(60_000),
  OTEL_TRACES_SAMPLER: z.enum(samplers, `must be one of ${samplers.join(', ')}`).default('parentbased_traceidratio'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number('must be a number')
    .min(0, 'must be between 0 and 1')
    .max(1, 'must be between 0 and 1')
    .optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
});

export type Env = z.output<typeof variables> & {
  databaseUrl: string;
  tracesExporter: 'otlp' | 'none';
  metricsExporters: ('otlp' | 'prometheus')[];
};

export function readEnv(source: NodeJS.ProcessEnv = process.env): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const parsed = variables.safeParse(given);
  const wrong = new Map(parsed.error?.issues.map(({ path: [name], message }) => [String(name), message]));
  if (serverUrl.test(given.DATABASE_URL ?? '') && !given.APP_SECRET)
    wrong.set('APP_SECRET', 'is required with a database server, because it encrypts stored credentials');
  if (given.READ_DATABASE_URL && !serverUrl.test(given.DATABASE_URL ?? ''))
    wrong.set('READ_DATABASE_URL', 'must be the address of a replica, so it needs a database server as DATABASE_URL');
  for (const [name, other] of [
    ['MAIL_URL', 'MAIL_FROM'],
    ['MAIL_FROM', 'MAIL_URL'],
  ] as const)
    if (!given[name] && given[other] && !wrong.has(other)) wrong.set(name, `is required with ${other}`);
  if (isHttp(given.EVENTS_ARCHIVE ?? ''))
    for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'])
      if (!given[name]) wrong.set(name, 'is required with a bucket as EVENTS_ARCHIVE');
  if (!parsed.success || wrong.size > 0)
    throw new BadEnvironment([...wrong].map(([name, message]) => `${name} ${message}`));
  const env = parsed.data;
  return {
    ...env,
    ...exportersOf(env),
    databaseUrl: env.DATABASE_URL ?? `sqlite:${path.join(env.DATA_DIR, 'campaigns.sqlite')}`,
  };
}

/** Returns the exporters. An endpoint is enough, even without the name of an exporter. */
function exportersOf(env: z.output<typeof variables>): Pick<Env, 'tracesExporter' | 'metricsExporters'> {
  if (env.OTEL_SDK_DISABLED) return { tracesExporter: 'none', metricsExporters: [] };
  const { OTEL_EXPORTER_OTLP_ENDPOINT: all } = env;
  const traces = env.OTEL_TRACES_EXPORTER ?? (all || env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ? 'otlp' : 'none');
  const metrics = env.OTEL_METRICS_EXPORTER ?? (all || env.OTEL_EXPORTER_OTLP_METRICS_ENDPOINT ? ['otlp'] : []);
  return { tracesExporter: traces, metricsExporters: [...new Set(metrics)].filter((name) => name !== 'none') };
}

export class BadEnvironment extends Error {
  constructor(lines: readonly string[]) {
    super(lines.join('\n'));
    this.name = 'BadEnvironment';
  }
}

function hasReadableUser(address: string): boolean {
  const { username = '', password = '' } = URL.parse(address) ?? {};
  try {
    return decodeURIComponent(username + password) !== null;
  } catch {
    return false;
  }
}

function isHttp(place: string): boolean {
  return /^https?:/.test(place);
}

function hasBucket(address: string): boolean {
  return URL.canParse(address) && new URL(address).pathname.length > 1;
}

function isCidr(range: string): boolean {
  const [address = '', bits = '', ...rest] = range.split('/');
  const family = isIP(address);
  return family !== 0 && rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128);
}
