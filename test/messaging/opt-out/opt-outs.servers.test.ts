import { expect, test } from 'vitest';
import { Secrets } from '../../../src/kernel/security/secrets.ts';
import { unsubscribeAddress } from '../../../src/messaging/content/rendering.ts';
import { awaitVerdict } from '../../../src/messaging/send/letter.ts';
import { Visitor } from '../../pages/visitor.ts';
import { useAppWithBackground } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { appSecret, makeIntegration } from '../../support/make.ts';
import { letPass, send } from '../../support/make-messages.ts';
import { TestPlatforms } from '../test-platforms.ts';

const platforms = new TestPlatforms();
const app = useAppWithBackground({}, { openPlatform: platforms.open });

type Channel = 'EMAIL' | 'SMS';
const fields = 'channel address reason';
const optOut = (client: Client, channel: Channel, address: string) =>
  client.graphql(`mutation ($i: OptOutInput!) { optOut(input: $i) { ${fields} } }`, { i: { channel, address } });
const remove = (client: Client, channel: Channel, address: string) =>
  client.graphql(`mutation ($i: RemoveOptOutInput!) { removeOptOut(input: $i) { ${fields} } }`, {
    i: { channel, address },
  });
const list = async (client: Client, filter: object = {}): Promise<{ address: string; reason: string }[]> => {
  const document = `query ($filter: OptOutFilter) { optOuts(filter: $filter) { nodes { ${fields} } } }`;
  return (await client.graphql(document, { filter })).data.optOuts.nodes;
};
const linkOf = (id: string) => unsubscribeAddress({ publicUrl: '', secrets: new Secrets(appSecret) }, id);

test('optOut stores an address once, in the form for comparison, and it can be removed', async () => {
  const client = await app.client();

  const added = await optOut(client, 'EMAIL', 'Ada@Example.com');
  await optOut(client, 'EMAIL', 'ada@example.com');
  await optOut(client, 'SMS', '+49 (170) 123-4567');

  expect(added.data.optOut).toEqual({ channel: 'EMAIL', address: 'ada@example.com', reason: 'REQUESTED' });
  expect((await list(client)).map(({ address }) => address).sort()).toEqual(['+491701234567', 'ada@example.com']);
  expect(await list(client, { channel: 'SMS' })).toHaveLength(1);
  expect(await list(await app.client())).toEqual([]);
  expect((await remove(client, 'EMAIL', 'ADA@example.com')).codes).toEqual([]);
  expect((await remove(client, 'EMAIL', 'ada@example.com')).codes).toEqual(['OPT_OUT_NOT_FOUND']);
});

test.each(['+49 0170 1234567', '0049 170 1234567', '0170 1234567', '\u202a+49 170 1234567\u202c'])(
  'the number %s opts out +491701234567 for an account in Germany',
  async (spelling) => {
    const client = await app.client({ timezone: 'Europe/Berlin' });
    const integration = await makeIntegration(app.database, client.owner, { channel: 'SMS' });

    await optOut(client, 'SMS', spelling);

    expect(await list(client, { beginning: '0170 1' })).toMatchObject([{ address: '+491701234567' }]);
    const [id = ''] = await send(app.database, integration, ['+491701234567']);
    expect(await awaitVerdict(app.database, id, 60_000)).toMatchObject({ status: 'SUPPRESSED' });
    expect((await remove(client, 'SMS', spelling)).codes).toEqual([]);
  },
);

test('a national number is no address of an account without a country', async () => {
  expect((await optOut(await app.client(), 'SMS', '0170 1234567')).codes).toEqual(['INVALID_INPUT']);
});

test.each([
  ['EMAIL', '+491701234567'],
  ['EMAIL', 'a@b@c'],
  ['SMS', 'ada@example.com'],
] as const)('%s opt-outs refuse the address %s', async (channel, address) => {
  const client = await app.client();

  expect((await optOut(client, channel, address)).codes).toEqual(['INVALID_INPUT']);
  expect((await remove(client, channel, address)).codes).toEqual(['INVALID_INPUT']);
});

test('a search finds addresses of both channels by their beginning, in alphabetical order, page by page', async () => {
  const client = await app.client();
  for (const address of ['Zoe@example.com', 'ada@example.com', 'ad@example.com', 'a_a@example.com'])
    await optOut(client, 'EMAIL', address);
  await optOut(client, 'SMS', '+493012345');
  const addressesOf = (found: { address: string }[]) => found.map(({ address }) => address);

  expect(addressesOf(await list(client, { beginning: 'AD' }))).toEqual(['ad@example.com', 'ada@example.com']);
  expect(addressesOf(await list(client, { beginning: 'a_' }))).toEqual(['a_a@example.com']);
  expect(addressesOf(await list(client, { beginning: '0049 (30)' }))).toEqual(['+493012345']);
  expect(addressesOf(await list(client, { beginning: '0049', channel: 'EMAIL' }))).toEqual([]);
  expect(await list(client, { beginning: ' ' })).toHaveLength(5);

  const page = async (after: string | null) => {
    const document = `query ($after: String) { optOuts(first: 1, after: $after, filter: { beginning: "ad" }) {
      nodes { address } pageInfo { hasNextPage endCursor } } }`;
    return (await client.graphql(document, { after })).data.optOuts;
  };
  const first = await page(null);
  const second = await page(first.pageInfo.endCursor);
  expect(addressesOf([...first.nodes, ...second.nodes])).toEqual(['ad@example.com', 'ada@example.com']);
  expect([first.pageInfo.hasNextPage, second.pageInfo.hasNextPage]).toEqual([true, false]);
});

test('a waiting message does not go out to an address that opts out', async () => {
  const client = await app.client();
  // The last message would go out after nine seconds.
  const integration = await makeIntegration(app.database, client.owner, { perSecond: 1 });
  const others = Array.from({ length: 9 }, (_, index) => `ada${index}@example.com`);
  const ids = await send(app.database, integration, [...others, 'Cyd@example.com']);

  await optOut(client, 'EMAIL', 'cyd@example.com');
  await app.database.transaction((transaction) =>
    transaction.change('UPDATE integrations SET per_second = NULL WHERE id = ?', [integration.id]),
  );
  await letPass(app.database, integration, 60_000);
  const verdicts = await Promise.all(ids.map((id) => awaitVerdict(app.database, id, 60_000)));

  expect(verdicts[0]).toMatchObject({ status: 'SENT' });
  expect(verdicts.at(-1)).toMatchObject({ status: 'SUPPRESSED', reason: expect.any(String) });
  expect(platforms.of(client.owner.account).map(({ id }) => id)).not.toContain(ids.at(-1));
});

test('the link of an email opens a page, whose button ends all emails of the account', async () => {
  const { client, id } = await sentTo('Ada@example.com');
  const visitor = new Visitor(app.url);

  const question = await visitor.get(linkOf(id));
  expect(question.status).toBe(200);
  expect(question.text).toContain('Unsubscribe from Test');
  expect(question.headers.get('x-robots-tag')).toBe('noindex');
  expect(await list(client)).toEqual([]);

  const answer = await visitor.post(linkOf(id), {});
  expect(answer.status).toBe(200);
  expect(answer.text).toContain('You are unsubscribed');
  expect(await list(client)).toEqual([{ channel: 'EMAIL', address: 'ada@example.com', reason: 'UNSUBSCRIBED' }]);
  expect((await visitor.get(linkOf(id))).text).toContain('You are unsubscribed');
});

test('mail programs unsubscribe with one click, any number of times', async () => {
  const { client, id } = await sentTo('ada@example.com');
  const forms = [new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }), oneClickForm()];

  for (const body of forms) {
    const { status } = await fetch(app.url + linkOf(id), { method: 'POST', body, redirect: 'manual' });
    expect(status).toBe(200);
  }

  expect(await list(client)).toMatchObject([{ reason: 'UNSUBSCRIBED' }]);
});

test.each([
  [
    'of another message',
    (link: string) => link.replace(/msg_./, (start) => `${start.slice(0, 4)}${start[4] === 'a' ? 'b' : 'a'}`),
  ],
  ['without its signature', (link: string) => link.slice(0, link.lastIndexOf('/') + 1)],
  ['with another signature', (link: string) => `${link.slice(0, -4)}AAAA`],
  ['with bytes that are not text', (link: string) => `${link}%FF`],
])('a link %s is refused', async (_, changed) => {
  const { client, id } = await sentTo('ada@example.com');
  const address = app.url + changed(linkOf(id));

  for (const method of ['GET', 'POST']) expect((await fetch(address, { method })).status).toBeGreaterThanOrEqual(400);
  expect(await list(client)).toEqual([]);
});

async function sentTo(address: string): Promise<{ client: Client; id: string }> {
  const client = await app.client();
  const [id = ''] = await send(app.database, await makeIntegration(app.database, client.owner), [address]);
  return { client, id };
}

function oneClickForm(): FormData {
  const form = new FormData();
  form.set('List-Unsubscribe', 'One-Click');
  return form;
}
