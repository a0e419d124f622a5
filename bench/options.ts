import { parseArgs } from 'node:util';
import { type Engine, engines } from '../scripts/databases/server.ts';

export interface Options {
  /** A server that somebody else runs; without one a private server is started. */
  url: string | undefined;
  /** Which private server. */
  engine: Engine | undefined;
  /** How long each measurement lasts. */
  seconds: number;
  /** How many coupon sessions there are. */
  rows: number;
  /** How many records jobs, imports and exports work off, and how many mails go to a group. */
  many: number;
  /** How many coupon sessions there are in each of the databases whose growth is measured. */
  sizes: number[];
  /** How many users there are on the loyalty cards whose growth is measured. */
  members: number[];
  /** How many contacts there are in the largest group. */
  contacts: number;
  /** The names of what to measure; all without names. */
  only: string[];
}

export const usage = `npm run bench -- [options]
  --url mysql://…      server to use (or BENCH_DATABASE_URL, TEST_DATABASE_URL); a private one is started otherwise
  --engine NAME        which private server: ${engines.join(' or ')}; the nearest at hand otherwise
  --seconds N          length of each measurement, 4 unless told
  --rows N             number of coupon sessions, 300000 unless told
  --many N             number of records of a job, an import and an export, 100000 unless told
  --sizes N,N,…        numbers of coupon sessions to compare growth by, 10000,300000 unless told
  --members N,N,…      numbers of users of a loyalty card to compare growth by, 10000,1000000 unless told
  --contacts N         number of contacts in a group, 1000000 unless told
  --only NAME,…        only these: lookup, list, claim, graphql, bulk, batch, job, import, export, growth,
                       webhooks, subscribers, followed, loyalty, group-send, groups`;

/** Reads the command line. What is wrong with it is thrown. */
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
      members: { type: 'string', default: '10000,1000000' },
      contacts: { type: 'string', default: '1000000' },
      only: { type: 'string', default: '' },
    },
  });
  const engine = engines.find((name) => name === values.engine);
  if (values.engine && !engine) throw new Error(`--engine must be ${engines.join(' or ')}`);
  return {
    url: values.url,
    engine,
    seconds: positive(values.seconds, '--seconds'),
    rows: positive(values.rows, '--rows'),
    many: positive(values.many, '--many'),
    sizes: values.sizes.split(',').map((size) => positive(size, '--sizes')),
    members: values.members.split(',').map((size) => positive(size, '--members')),
    contacts: positive(values.contacts, '--contacts'),
    only: values.only.split(',').filter(Boolean),
  };
}

function positive(text: string, option: string): number {
  const number = Number(text);
  if (!(number > 0)) throw new Error(`${option} must be a number above 0`);
  return number;
}
