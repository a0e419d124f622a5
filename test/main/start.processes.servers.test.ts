import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../src/kernel/database/engines/database-url.ts';
import { model } from '../../src/main/registries/tables.ts';
import { Client } from '../support/client.ts';
import { migratedDatabaseUrl, timeoutOfTests } from '../support/database.ts';
import { makeAccount, makeSession } from '../support/make.ts';
import { Program, startServer } from '../support/processes.ts';

let databaseUrl: string;

beforeAll(async () => {
  databaseUrl = await migratedDatabaseUrl(inject('engine'), inject('serverUrl'));
});

const driver = inject('engine') === 'sqlite' ? 'better-sqlite3' : 'mysql2';
const heavy = [
  '@opentelemetry/context-async-hooks',
  '@opentelemetry/core',
  '@opentelemetry/exporter-metrics-otlp-http',
  '@opentelemetry/exporter-prometheus',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/sdk-metrics',
  '@opentelemetry/sdk-trace',
  '@graphql-yoga/render-graphiql',
  'better-sqlite3',
  'ioredis',
  'mysql2',
  'nodemailer',
  'sharp',
  'zxing-wasm',
];

/** The environment of a process that lists the packages that it has loaded, and a function that reads the list. */
function listingPackages(): { env: NodeJS.ProcessEnv; packages: () => string[] } {
  const directory = mkdtempSync(join(tmpdir(), 'loaded-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const file = join(directory, 'packages');
  const listing = new URL('loaded-packages.ts', import.meta.url).href;
  return {
    env: { LOADED_PACKAGES: file, NODE_OPTIONS: `--import=${listing}` },
    packages: () => readFileSync(file, 'utf8').split('\n'),
  };
}

test('a ready server has loaded the driver of its database, and no other heavy package', async () => {
  const { env, packages } = listingPackages();
  const { program, url } = await startServer(databaseUrl, env);
  await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(200);

  await program.stop();

  expect(heavy.filter((name) => packages().includes(name))).toEqual([driver]);
});

test('a command has loaded the driver of its database, and no other heavy package', async () => {
  const { env, packages } = listingPackages();

  const { code } = await new Program('cli.ts', ['migrate'], { ...env, DATABASE_URL: databaseUrl }).ended;

  expect(code).toBe(0);
  expect([...heavy, 'express', 'graphql-yoga'].filter((name) => packages().includes(name))).toEqual([driver]);
});

test('simultaneous first requests get the same responses as later ones', async () => {
  const database = await openDatabase(databaseUrl, model, timeoutOfTests);
  onTestFinished(() => database.close());
  const owner = await makeAccount(database);
  const { session } = await makeSession(database, owner);
  const { url } = await startServer(databaseUrl);
  const barcode = async () => {
    const answer = await new Client(url, owner).rest('/v3/couponsession/barcode', {
      couponsession: session,
      type: 'aztec',
    });
    return { status: answer.status, body: answer.body };
  };
  const page = async () => (await fetch(`${url}/graphql`, { headers: { Accept: 'text/html' } })).text();
  const ask = () => Promise.all([barcode(), page()]);

  const first = await Promise.all(Array.from({ length: 5 }, ask));

  const later = await ask();
  expect(later[0].status).toBe(200);
  expect(first).toEqual(Array(5).fill(later));
});
