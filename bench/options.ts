import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type ClusterKind, clusterKinds } from '../scripts/databases/clusters/cluster.ts';
import { type Engine, engines } from '../scripts/databases/server.ts';

/** What `usage` says. */
export interface Options {
  url: string | undefined;
  engine: Engine | ClusterKind | undefined;
  seconds: number;
  rows: number;
  many: number;
  sizes: number[];
  only: readonly string[];
  against: string | undefined;
  pairs: number;
}

const names = [
  ...['lookup', 'list', 'claim', 'graphql', 'bulk', 'batch', 'job', 'import', 'export', 'growth', 'webhooks'],
  ...['subscribers', 'followed', 'group-send', 'isolation', 'start'],
];
/** They run only when named, because they take too long. */
const rareNames = ['claim-log', 'telemetry'];

export const usage = `npm run bench -- [options]
  --url mysql://…      MySQL or MariaDB server to use, default BENCH_DATABASE_URL or TEST_DATABASE_URL; otherwise the bench
                       starts a private one
  --engine NAME        engine of the private server: ${engines.join(' or ')}, or a private cluster of three: ${clusterKinds.join(' or ')};
                       default the installed engine, otherwise mysql
  --seconds N          length of each measurement, default 4
  --rows N             number of coupon sessions, default 300000
  --many N             number of records of a job, an import and an export, and of mails, default 100000
  --sizes N,N,…        numbers of coupon sessions for comparing growth, default 10000,300000
  --only NAME,…        run only these, default all but the last ${rareNames.length}: ${[...names, ...rareNames].join(', ')}
  --against DIRECTORY  compare the checkout in that directory (old) with this one (new): runs the bench of both in turns
  --pairs N            number of such turns for each name, default 3`;

/** Reads the command line. Throws if an option is invalid. */
export function readOptions(): Options {
  const { BENCH_DATABASE_URL, TEST_DATABASE_URL } = process.env;
  const { values } = parseArgs({
    options: {
      url: { type: 'string', default: BENCH_DATABASE_URL || TEST_DATABASE_URL },
      engine: { type: 'string' },
      seconds: { type: 'string', default: '4' },
      rows: { type: 'string', default: '300000' },
      many: { type: 'string', default: '100000' },
      sizes: { type: 'string', default: '10000,300000' },
      only: { type: 'string', default: names.join() },
      against: { type: 'string' },
      pairs: { type: 'string', default: '3' },
    },
  });
  const engine = [...engines, ...clusterKinds].find((name) => name === values.engine);
  if (values.engine && !engine) throw new Error(`--engine must be one of ${[...engines, ...clusterKinds].join(', ')}`);
  if (values.url && !engines.some((name) => values.url?.startsWith(`${name}://`)))
    throw new Error('--url must be the address of a server and begin with mysql:// or mariadb://');
  if (values.against && !existsSync(join(values.against, 'package.json')))
    throw new Error(`--against: there is no package.json in ${values.against}`);
  const only = values.only.split(',');
  const unknown = only.find((name) => ![...names, ...rareNames].includes(name));
  if (unknown !== undefined) throw new Error(`--only: there is no "${unknown}"`);
  return {
    url: values.url,
    engine,
    seconds: positive(values.seconds, '--seconds'),
    rows: positive(values.rows, '--rows'),
    many: positive(values.many, '--many'),
    sizes: values.sizes.split(',').map((size) => positive(size, '--sizes')),
    only,
    against: values.against,
    pairs: positive(values.pairs, '--pairs'),
  };
}

function positive(text: string, option: string): number {
  const number = Number(text);
  if (!(number > 0)) throw new Error(`${option} must be a number above 0`);
  return number;
}
