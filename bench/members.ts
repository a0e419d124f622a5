import { ask } from './ask.ts';
import { type Figures, figuresOf, medians, rounds, warmUpSeconds } from './compare.ts';
import type { BenchServer } from './database.ts';
import type { ServerProcess } from './measured-process.ts';
import { fillMembers, type MembersData } from './members-data.ts';
import type { Options } from './options.ts';
import { compareScenarios } from './rates.ts';
import { expectedStart, requestText } from './request.ts';
import { type Question, type Scenario, spread } from './scenarios.ts';
import { startServers, startService } from './servers.ts';
import { tableOf } from './table.ts';

/** Measures loyalty: rates compared with the baseline on the smallest card, bulk creation, and growth. */
export async function measureMembers(databases: BenchServer, { members, seconds }: Options): Promise<string[]> {
  const urls: string[] = [];
  const cards: MembersData[] = [];
  for (const size of members) {
    const url = await databases.create();
    urls.push(url);
    cards.push(await fillMembers(url, size));
  }
  const [url = ''] = urls;
  const [card] = cards;
  if (!card) return [];
  // This must run before the smallest card gets users that differ from the others.
  const growth = await measureGrowth(urls, cards, members, seconds);
  return [...(await measureRates(url, card, seconds)), growth];
}

async function measureRates(url: string, data: MembersData, seconds: number): Promise<string[]> {
  const servers = await startServers(url, data);
  try {
    const rates = await compareScenarios(scenariosOf(data), servers, data, seconds);
    return [rates ?? '', await measureBulk(servers.service, data)];
  } finally {
    await Promise.all([servers.service.stop(), servers.baseline.stop()]);
  }
}

function scenariosOf({ card, users }: MembersData): Scenario[] {
  return [
    {
      name: 'stamps',
      title: 'stamps with ledger and event, REST',
      aim: 1,
      request: {
        path: '/v3/loyaltyusers/update',
        body: (n) => ({ loyaltycard: card, user: spread(users, n), action: 'add_stamps', amount: 1 }),
      },
      supply: 10_000_000,
    },
    { name: 'members', title: 'list of 100 members with rewards, REST', aim: 0.8, request: pageOf(card) },
  ];
}

function pageOf(card: string, filter = ''): Question {
  const path = `/v4/loyalty/loyalty-cards/${card}/stats?pagination[limit]=100${filter}`;
  return { method: 'GET', path, body: () => ({}) };
}

const bulkSize = 1000;
const bulks = 5;

/** Creates a thousand users in each request, one request after another. */
async function measureBulk(service: ServerProcess, data: MembersData): Promise<string> {
  const path = `/v4/loyalty/loyalty-cards/${data.card}/stats/bulk`;
  const times: number[] = [];
  for (let bulk = 0; bulk < bulks; bulk += 1) {
    const users = Array.from({ length: bulkSize }, (_, index) => ({
      first_name: 'Ada',
      last_name: `Lovelace${index}`,
      email: `ada${bulk}-${index}@example.com`,
      phone: `+4930${String(90_000_000 + bulk * bulkSize + index)}`,
    }));
    const began = performance.now();
    await ask(service, path, { users }, data);
    times.push(performance.now() - began);
  }
  const [median = 0] = times.toSorted((one, other) => one - other).slice(bulks / 2);
  return tableOf([median], {
    'in one request': () => `creation of ${bulkSize.toLocaleString('en')} loyalty users with events`,
    seconds: (time) => (time / 1000).toFixed(2),
  });
}

/** Sends the same requests to the service on cards of different sizes, in turns. */
async function measureGrowth(
  urls: readonly string[],
  cards: readonly MembersData[],
  sizes: readonly number[],
  seconds: number,
): Promise<string> {
  const servers = await Promise.all(urls.map((url) => startService(url)));
  try {
    const results: { title: string; figures: Figures[] }[] = [];
    for (const title of Object.keys(questionsOf(''))) {
      const measured: Figures[][] = cards.map(() => []);
      for (let round = 0; round <= rounds; round += 1) {
        for (const [index, data] of cards.entries()) {
          const question = questionsOf(data.card)[title] as Question;
          let n = 0;
          const figures = await figuresOf(servers[index] as ServerProcess, {
            next: () => requestText(question, n++, data),
            seconds: round === 0 ? warmUpSeconds : seconds,
            expected: expectedStart(question),
          });
          if (round > 0) measured[index]?.push(figures);
        }
      }
      results.push({ title, figures: measured.map(medians) });
    }
    return tableOf(results, growthColumns(sizes));
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}

const searched = ['ada', 'brandt', 'member1', '49300', 'jon', 'usr_a', 'fischer'];

function questionsOf(card: string): Record<string, Question> {
  return {
    'list of 100, page 1': pageOf(card),
    'list of 100 of a tenth': pageOf(card, '&filter[first_name]=ada'),
    'one user by two fields': pageOf(card, '&filter[first_name]=ben&filter[email]=member7001@example.com'),
    search: {
      path: '/v3/loyaltyusers/search',
      body: (n) => ({ loyaltycard: card, search: searched[n % searched.length] }),
    },
  };
}

type Grown = { title: string; figures: Figures[] };

function growthColumns(sizes: readonly number[]): Record<string, (result: Grown) => string> {
  const rates = ({ figures }: Grown) => figures.map(({ perSecond }) => perSecond);
  return {
    'requests/s, p50 ms, by number of users': ({ title }) => title,
    ...Object.fromEntries(
      sizes.map((size, index) => [
        size.toLocaleString('en'),
        ({ figures }: Grown) => `${figures[index]?.perSecond.toFixed(0)}, ${figures[index]?.p50.toFixed(1)}`,
      ]),
    ),
    'fastest / slowest': (result) => (Math.max(...rates(result)) / Math.min(...rates(result))).toFixed(2),
    aim: () => '1.30',
  };
}
