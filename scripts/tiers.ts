import type { Target } from './databases/for-tests.ts';

/*
 * The tiers of the tests. The words between the name of a test file and `.test.ts` choose its tier, so a rename moves it:
 *
 *   claims.test.ts                    npm test
 *   claims.servers.test.ts            npm test on SQLite, and test:servers on MySQL and MariaDB
 *   claims.hostile.test.ts            npm test with a sample of the values, and test:hostile with all of them
 *   claims.storm.test.ts              npm test with a small load, and test:processes with the whole one
 *   claims.browser.test.ts            test:browser
 *   claims.processes.test.ts          test:processes
 *   claims.processes.servers.test.ts  test:processes, also on MySQL
 *   claims.alone.test.ts              test:processes, after the others and one file at a time, because it compares durations
 *   claims.alone.servers.test.ts      the same on MySQL
 *   claims.processes.clusters.test.ts test:processes, also on MySQL, and test:clusters
 *   claims.clusters.test.ts           test:clusters
 */

/** The files of a tier on one target. */
export interface Project {
  target: Target;
  include: string[];
  exclude?: string[];
  /** Whether hostile tests try all values, and storms have their whole load. */
  isThorough: boolean;
  /** Whether this project runs only if `TEST_ENGINES` names its target. */
  isExtra?: boolean;
  /** Whether the files run after those of the other projects, one at a time. */
  isAlone?: boolean;
}

interface Tier {
  title: string;
  projects: Project[];
  /** Whether the files run one after the other. */
  isSerial?: boolean;
}

const plain = (...words: string[]) => words.map((word) => `test/**/*.${word}.test.ts`);
const onServers = (...words: string[]) => words.map((word) => `test/**/*.${word}.servers.test.ts`);
const all = (...words: string[]) => [...plain(...words), ...onServers(...words)];

/** Words that take a file out of `test:servers`, because it runs on servers in a tier of its own. */
const otherTiers = ['hostile', 'storm', 'browser', 'processes', 'alone'];

const specs: Project = {
  target: 'sqlite',
  include: ['test/**/*.test.ts'],
  exclude: all('browser', 'processes', 'alone', 'clusters'),
  isThorough: false,
};
const servers = { include: plain('servers'), exclude: onServers(...otherTiers), isThorough: true };
const hostile = { include: all('hostile'), isThorough: true };
const onClusters = 'test/**/*.processes.clusters.test.ts';
const processes = { include: [...all('processes', 'storm'), onClusters], isThorough: true };
const processesOnServers = { include: [...onServers('processes', 'storm'), onClusters], isThorough: true };
const alone = { include: all('alone'), isThorough: true, isAlone: true };
const aloneOnServers = { ...alone, include: onServers('alone') };
const clusters = { include: plain('clusters'), isThorough: true };

/** In the order in which `npm run test:all` runs them. */
export const tiers: Record<string, Tier> = {
  specs: { title: 'npm test', projects: [specs] },
  servers: {
    title: 'test:servers',
    projects: [
      { target: 'mysql', ...servers },
      { target: 'mariadb', ...servers },
    ],
  },
  hostile: {
    title: 'test:hostile',
    projects: [
      { target: 'sqlite', ...hostile },
      { target: 'mysql', ...hostile, include: onServers('hostile') },
      { target: 'mariadb', ...hostile, include: onServers('hostile'), isExtra: true },
    ],
  },
  browser: { title: 'test:browser', projects: [{ target: 'sqlite', include: all('browser'), isThorough: true }] },
  processes: {
    title: 'test:processes',
    projects: [
      { target: 'sqlite', ...processes },
      { target: 'mysql', ...processesOnServers },
      { target: 'mariadb', ...processesOnServers, isExtra: true },
      { target: 'sqlite', ...alone },
      { target: 'mysql', ...aloneOnServers },
      { target: 'mariadb', ...aloneOnServers, isExtra: true },
    ],
  },
  clusters: {
    title: 'test:clusters',
    projects: [
      { target: 'galera', ...clusters },
      { target: 'group-replication', ...clusters },
    ],
    isSerial: true,
  },
};
