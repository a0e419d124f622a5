import { type IncomingMessage, request } from 'node:http';
import { beforeAll, expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { makeCard, makeUser, makeUsers } from '../../support/make-loyalty.ts';

const app = useApp();
let client: Client;
let list: string;

beforeAll(async () => {
  client = await app.client();
  const card = await makeCard(app.database, client.owner);
  list = `/v4/loyalty/loyalty-cards/${card.id}/stats`;
  for (const [index, name] of ['Ada', 'Grace', 'Edsger', 'Barbara', 'Donald'].entries()) {
    await makeUser(app.database, client.owner, {
      card,
      firstName: name,
      lastName: index < 3 ? 'Early' : 'Late',
      email: `${name.toLowerCase()}@example.com`,
      phone: `+49 30 12345${index}`,
      custom8: 'rye',
      createdAt: `2026-01-0${index + 1} 00:00:00.000`,
    });
  }
});

const get = (query: string) => client.rest(`${list}${query}`, {}, {}, 'GET');
const namesOf = (body: { first_name: string }[]) => body.map(({ first_name }) => first_name);

test('the list shows users newest first, without links if there is one page', async () => {
  const { headers, body } = await get('');
  expect(namesOf(body)).toEqual(['Donald', 'Barbara', 'Edsger', 'Grace', 'Ada']);
  expect([headers.get('link'), headers.get('x-total-count')]).toEqual([null, null]);
});

test.for([
  '?pagination[page]=2&pagination[limit]=2',
  '?pagination%5Bpage%5D=2&pagination%5Blimit%5D=2',
  '?pagination={"page":2,"limit":2}',
  '?pagination={"page":"2","limit":"2"}',
  `?pagination=${encodeURIComponent('{"page":2}')}&pagination[limit]=2`,
])('%s selects a page', async (query) => {
  const { body } = await get(query);
  expect(namesOf(body)).toEqual(['Edsger', 'Grace']);
});

test('links lead to the neighbouring pages with the same query', async () => {
  const page = async (query: string) => {
    const { headers, body } = await get(query);
    return { names: namesOf(body), links: linksOf(headers.get('link')) };
  };
  const first = await page('?filter[custom_8]=rye&pagination[limit]=2');
  const second = await page(first.links.next ?? '');
  const third = await page(second.links.next ?? '');
  expect([...first.names, ...second.names, ...third.names]).toEqual(['Donald', 'Barbara', 'Edsger', 'Grace', 'Ada']);
  expect([first, second, third].map(({ links }) => Object.keys(links))).toEqual([['next'], ['next', 'prev'], ['prev']]);
  expect((await page(third.links.prev ?? '')).names).toEqual(second.names);
  expect((await page(second.links.prev ?? '')).names).toEqual(first.names);
});

test('links lead on from a page given in JSON', async () => {
  const { headers } = await get('?pagination={"page":2,"limit":1}');
  const { next = '', prev = '' } = linksOf(headers.get('link'));
  expect(namesOf((await get(next)).body)).toEqual(['Edsger']);
  expect(namesOf((await get(prev)).body)).toEqual(['Donald']);
});

test('links point to the service even if the request line holds an absolute URL, as proxies send it', async () => {
  const path = `http://elsewhere.example${list}?pagination[limit]=2`;
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  request(app.url, { path, headers: client.headers }, resolve).on('error', reject).end();
  const { statusCode, headers } = await promise.then((answer) => answer.resume());

  expect(statusCode).toBe(200);
  expect(headers.link).toBe(`<${app.url}${list}?pagination%5Blimit%5D=2&pagination%5Bpage%5D=2>; rel="next"`);
});

test('a page past the end is empty and links back', async () => {
  const { status, headers, body } = await get('?pagination[page]=9');
  expect([status, body]).toEqual([200, []]);
  expect(Object.keys(linksOf(headers.get('link')))).toEqual(['prev']);
});

test('X-Total-Count shows the total on request', async () => {
  const counts = async (query: string) => (await get(query)).headers.get('x-total-count');
  expect(await counts('?pagination[count]=true&pagination[limit]=1')).toBe('5');
  expect(await counts('?pagination[count]=1&filter[last_name]=late')).toBe('2');
  expect(await counts('?pagination={"count":true}&pagination[page]=9')).toBe('5');
  expect(await counts('?pagination[count]=false')).toBeNull();
});

test.for([
  ['filter[first_name]=ada', ['Ada']],
  ['filter[last_name]=EARLY', ['Edsger', 'Grace', 'Ada']],
  ['filter[email]=Grace@Example.com', ['Grace']],
  ['filter[phone]=%2B49(30)123453', ['Barbara']],
  ['filter[custom_8]=Rye&filter[last_name]=late', ['Donald', 'Barbara']],
  ['filter={"last_name":"late","first_name":"donald"}', ['Donald']],
  ['filter[first_name]=ad', []],
  ['filter[first_name]=', ['Donald', 'Barbara', 'Edsger', 'Grace', 'Ada']],
  ['foo=bar', ['Donald', 'Barbara', 'Edsger', 'Grace', 'Ada']],
] as const)('%s finds %o', async ([query, names]) => {
  expect(namesOf((await get(`?${query}`)).body)).toEqual(names);
});

test('filter[id] finds one user', async () => {
  const [first] = (await get('')).body;
  expect((await get(`?filter[id]=${first.id}`)).body).toEqual([first]);
  expect((await get('?filter[id]=usr_0')).body).toEqual([]);
});

test('a page has 100 users by default and at most 1,000', async () => {
  const many = await app.client();
  const card = await makeCard(app.database, many.owner);
  await makeUsers(app.database, many.owner, card, Array(1001).fill({}));
  const path = `/v4/loyalty/loyalty-cards/${card.id}/stats`;
  const lengthOf = async (query: string) => (await many.rest(`${path}${query}`, {}, {}, 'GET')).body.length;
  expect(await lengthOf('')).toBe(1001);
  expect(await lengthOf('?pagination[page]=1')).toBe(100);
  expect(await lengthOf('?pagination[limit]=1000')).toBe(1000);
  expect(await lengthOf('?pagination[limit]=1000&pagination[page]=2')).toBe(1);
});

/** The query strings of the links, by their relation. */
function linksOf(header: string | null): Record<string, string> {
  const links = [...(header ?? '').matchAll(/<([^>]+)>; rel="(\w+)"/g)];
  for (const [, address = ''] of links) expect(address.startsWith(`${app.url}${list}?`)).toBe(true);
  return Object.fromEntries(links.map(([, address = '', relation]) => [relation, new URL(address).search]));
}
