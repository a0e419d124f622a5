import { askGraphQL } from './ask.ts';
import { type Figures, figuresOf, medians, rounds, warmUpSeconds } from './compare.ts';
import { type Data, fill } from './data.ts';
import type { BenchServer } from './database.ts';
import type { ServerProcess } from './measured-process.ts';
import type { Options } from './options.ts';
import { expectedStart, requestText } from './request.ts';
import { type Question, scenariosOf } from './scenarios.ts';
import { startService } from './servers.ts';
import { tableOf } from './table.ts';

/** A database of one size, with the service on it. */
interface Grown {
  size: number;
  data: Data;
  server: ServerProcess;
  questions: Record<string, Question>;
  supply: number;
}

interface Result {
  title: string;
  /** The figures by size. */
  figures: Map<number, Figures>;
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
      all.push(await grownOf(url, size, data));
    }
    return await compareSizes(all, seconds);
  } finally {
    for (const { server } of all) await server.stop();
  }
}

async function grownOf(url: string, size: number, data: Data): Promise<Grown> {
  const server = await startService(url);
  return { size, data, server, questions: await questionsOf(server, size, data), supply: data.unclaimed.length };
}

const pageSize = 100;
const farPage = 1000;

async function questionsOf(server: ServerProcess, size: number, data: Data): Promise<Record<string, Question>> {
  const [lookup, list, claims] = scenariosOf(data).map(({ request }) => request);
  if (!lookup || !list || !claims) throw new Error('a scenario is missing');
  const near = {
    ...{ [lookupTitle]: lookup, [claim]: claims, 'list of 100, page 1': list },
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

const lookupTitle = 'session lookup';
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
    const figures = new Map<number, Figures[]>(all.map(({ size }) => [size, []]));
    const sent = new Map<number, number>();
    for (let round = 0; round <= rounds; round += 1) {
      for (const grown of all.filter(({ questions }) => questions[title])) {
        const measured = await measure(grown, title, round === 0 ? warmUpSeconds : seconds, sent);
        if (round > 0) figures.get(grown.size)?.push(measured);
      }
    }
    results.push({ title, figures: new Map([...figures].map(([size, measured]) => [size, medians(measured)])) });
  }
  return tableOf(results, columnsOf(all.map(({ size }) => size)));
}

function measure(
  { size, data, server, questions, supply }: Grown,
  title: string,
  seconds: number,
  sent: Map<number, number>,
): Promise<Figures> {
  const question = questions[title] as Question;
  let n = sent.get(size) ?? 0;
  const end = title === claim ? n + Math.floor(supply / measurements) : Number.POSITIVE_INFINITY;
  const next = () => {
    if (n >= end) return undefined;
    sent.set(size, n + 1);
    return requestText(question, n++, data);
  };
  return figuresOf(server, { next, seconds, expected: expectedStart(question) });
}

function columnsOf(sizes: readonly number[]): Record<string, (result: Result) => string> {
  const rates = ({ figures }: Result) =>
    sizes.map((size) => figures.get(size)?.perSecond ?? 0).filter((rate) => rate > 0);
  return {
    'requests/s, p50 ms, by number of sessions': ({ title }) => title,
    ...Object.fromEntries(
      sizes.map((size) => [
        size.toLocaleString('en'),
        ({ figures }: Result) => {
          const { perSecond = 0, p50 = 0 } = figures.get(size) ?? {};
          return perSecond > 0 ? `${perSecond.toFixed(0)}, ${p50.toFixed(1)}` : '';
        },
      ]),
    ),
    'fastest / slowest': (result) => (Math.max(...rates(result)) / Math.min(...rates(result))).toFixed(2),
    aim: () => '1.30',
  };
}
