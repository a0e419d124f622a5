/** npm run bench [-- options]: compares the service with a baseline that was written by hand, on one database, in one run. */
import { availableParallelism, cpus } from 'node:os';
import { compare, connections, type Pair, rounds } from './compare.ts';
import { type Data, fill } from './data.ts';
import { createDatabase } from './database.ts';
import { readOptions, usage } from './options.ts';
import { checkSameAnswers } from './same-answers.ts';
import { scenariosOf } from './scenarios.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';
import { type Result, tableOf } from './table.ts';

const options = readOptionsOrExit();
const database = await createDatabase(options);
try {
  console.log(
    `Node ${process.version}, ${database.server}, ${availableParallelism()} × ${cpus()[0]?.model.trim()}; ` +
      `${options.rows} sessions, ${connections} connections, ${rounds} rounds of ${options.seconds} s each, medians; service / baseline`,
  );
  console.log(tableOf(await measureAll()));
} finally {
  await database.remove();
}

async function measureAll(): Promise<Result[]> {
  const data = await fill(database.url, options.rows);
  const servers = await startServers(database.url, data);
  const results: Result[] = [];
  try {
    for (const scenario of scenariosOf(data).filter(
      ({ name }) => options.only.length === 0 || options.only.includes(name),
    )) {
      await checkSameAnswers(scenario, servers, data);
      results.push({ scenario, ...(await compare(scenario, servers, data, options.seconds)) });
    }
    return results;
  } finally {
    await Promise.all([servers.service.stop(), servers.baseline.stop()]);
  }
}

async function startServers(url: string, { accountId }: Data): Promise<Pair<ServerProcess>> {
  const env = {
    DATABASE_URL: url,
    PUBLIC_URL: 'https://example.com',
    APP_SECRET: 'a secret that protects nothing, for the bench only',
    HOST: '127.0.0.1',
    DEMO: 'off',
    LOG_LEVEL: 'info',
    RATE_LIMIT: '0',
  };
  const service = await startServerProcess(new URL('../src/server.ts', import.meta.url), env);
  return {
    service,
    baseline: await startServerProcess(new URL('baseline.ts', import.meta.url), { ...env, ACCOUNT_ID: accountId }),
  };
}

function readOptionsOrExit() {
  try {
    return readOptions();
  } catch (error) {
    console.error(`${(error as Error).message}\n${usage}`);
    process.exit(1);
  }
}
