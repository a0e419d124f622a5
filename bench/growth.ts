import { askGraphQL } from './ask.ts';
import { alternately, type Figures, figuresOf, medians, rounds, warmUpSeconds } from './compare.ts';
import { type Data, fill } from './data.ts';
import type { BenchServer } from './database.ts';
import type { ServerProcess } from './measured-process.ts';
import type { Options } from './options.ts';
import { expectedStart, requestText } from './request.ts';
import { type Question, scenarioOf } from './scenarios.ts';
import { startService } from './servers.ts';
import { tableOf } from './table.ts';

/** The service on a database of one size. */
interface Grown {
  size: number;
  data: Data;
  server: ServerProcess;
  questions: Record<string, Question>;
}

interface Result {
  title: string;
  /** The figures by size. */
  figures: Record<string, Figures>;
}

/** A claim can be sent only once for each session. */
const claim = 'claim with event';
const measurements = rounds + 1;

/** Sends the same requests to the service on databases of different sizes. */
export async function measureGrowth(databases: BenchServer, { sizes, seconds }: Options): Promise<string> {
  const all: Grown[] = [];
  try {
    for (const size of sizes) {
      const url = await databases.create();
      const data = await fill(url, size);
      const server = await startService(url);
      all.push({ size, data, server, questions: await questionsOf(server, size, data) });
    }
    return await compareSizes(all, seconds);
  } finally {
    for (const { server } of all) await server.stop();
  }
}

const pageSize = 100;
const farPage = 1000;

async function questionsOf(server: ServerProcess, size: number, data: Data): Promise<Record<string, Question>> {
  const { request: list } = scenarioOf(data, 'list');
  const near = {
    ...{ 'session lookup': scenarioOf(data, 'lookup').request, [claim]: scenarioOf(data, 'claim').request },
    'list of 100, page 1': list,
    'list of 100 claimed, page 1': { ...list, path: '/v3/campaign/claims' },
    'search by email': {
      path: '/v3/couponsession/search',
      body: (n: number) => ({ email: `customer.${1 + ((n * 7919) % size)}@example.com` }),
    },
  };
  // Each coupon has a third of the sessions.
  if (size / 3 < pageSize * farPage) return near;
  const [campaign = ''] = data.coupons;
  const after = await cursorBefore(server, campaign, data);
  return {
    ...near,
    'list of 100, page 1,000 by number': { path: list.path, body: () => ({ campaign, page: farPage }) },
    'list of 100, page 1,000 by cursor': {
      path: '/graphql',
      body: () => ({ query: codesQuery, variables: { coupon: campaign, first: pageSize, after } }),
    },
  };
}

const codesQuery = `query ($coupon: ID!, $first: Int, $after: String, $page: Int) {
  couponSessions(coupon: $coupon, first: $first, after: $after, page: $page) {
    nodes { session createdAt claimedAt }
    pageInfo { endCursor }
  }
}`;

/** Returns the cursor at which the far page begins. */
async function cursorBefore(server: ServerProcess, coupon: string, data: Data): Promise<string> {
  const variables = { coupon, first: pageSize, page: farPage - 1 };
  const { couponSessions } = await askGraphQL<{ couponSessions: { pageInfo: { endCursor: string } } }>(
    server,
    codesQuery,
    variables,
    data,
  );
  return couponSessions.pageInfo.endCursor;
}

/** Measures the sizes in turns, and takes the medians. */
async function compareSizes(all: readonly Grown[], seconds: number): Promise<string> {
  const titles = new Set(all.flatMap(({ questions }) => Object.keys(questions)));
  const results: Result[] = [];
  for (const title of titles) {
    const measures = all.flatMap((grown) => {
      const question = grown.questions[title];
      return question ? [[grown.size, measureOf(grown, question, title === claim)] as const] : [];
    });
    for (const [, measure] of measures) await measure(warmUpSeconds);
    const measured = await alternately(
      Object.fromEntries(measures.map(([size, measure]) => [size, () => measure(seconds)])),
    );
    const figures = Object.fromEntries(Object.entries(measured).map(([size, found]) => [size, medians(found)]));
    results.push({ title, figures });
  }
  return tableOf(results, columnsOf(all.map(({ size }) => size)));
}

/** Returns a measurement. Each goes on with the requests after those of the one before. */
function measureOf({ data, server }: Grown, question: Question, isSentOnce: boolean) {
  const supply = isSentOnce ? Math.floor(data.unclaimed.length / measurements) : Number.POSITIVE_INFINITY;
  let n = 0;
  return (seconds: number): Promise<Figures> => {
    const end = n + supply;
    const next = () => (n < end ? requestText(question, n++, data) : undefined);
    return figuresOf(server, { next, seconds, expected: expectedStart(question) });
  };
}

function columnsOf(sizes: readonly number[]): Record<string, (result: Result) => string> {
  const shown = (figures?: Figures) => (figures ? `${figures.perSecond.toFixed(0)}, ${figures.p50.toFixed(1)}` : '');
  return {
    'requests/s, p50 ms, by number of sessions': ({ title }) => title,
    ...Object.fromEntries(
      sizes.map((size) => [size.toLocaleString('en'), ({ figures }: Result) => shown(figures[size])]),
    ),
    'fastest / slowest': ({ figures }) => {
      const rates = Object.values(figures).map(({ perSecond }) => perSecond);
      return (Math.max(...rates) / Math.min(...rates)).toFixed(2);
    },
    aim: () => '1.30',
  };
}
