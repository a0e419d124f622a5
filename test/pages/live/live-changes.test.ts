import { expect, onTestFinished, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { sequence } from '../../support/events.ts';
import { makeCoupon, makeSession } from '../../support/make.ts';
import { change, makeCard, makeUser } from '../../support/make-loyalty.ts';
import { Visitor } from '../visitor.ts';

const app = useApp();

test('a page is told when the till redeems its coupon', async () => {
  const { client, coupon, path, code } = await session();
  const changes = await follow(path);

  const { session: other } = await makeSession(app.database, client.owner, { coupon });
  await validate(client, other);
  await validate(client, code);

  expect(await changes.next()).toBe('one');
  expect((await new Visitor(app.url).get(path)).text).toContain('Redeemed');
});

test('a page of an earlier version is told at once', async () => {
  const { client, path, code } = await session();
  const version = await versionOf(path);
  await validate(client, code);

  const changes = await follow(path, version);

  expect(await changes.next()).toBe('one');
});

test('the page of a card is told of stamps', async () => {
  const { owner } = await app.client();
  const card = await makeCard(app.database, owner);
  const user = await makeUser(app.database, owner, { card });
  const changes = await follow(`/l/${card.code}/${user.id}`);

  await change(app.database, owner, user, { action: 'ADD', unit: 'STAMPS', amount: 1 });
  await sequence(app.database, owner.account);

  expect(await changes.next()).toBe('one');
});

test('opening the page again does not change it', async () => {
  const { path } = await session();
  const version = await versionOf(path);

  expect(await versionOf(path)).toBe(version);
});

test.each(['/p/00000000/0/changes', '/l/00000000/usr_0000000000000000/changes'])('nothing follows %s', async (path) => {
  const { status, headers } = await new Visitor(app.url).get(path);

  expect(status).toBe(404);
  expect(headers.get('content-type')).toMatch(/html/);
});

async function session() {
  const client = await app.client();
  const coupon = await makeCoupon(app.database, client.owner);
  const { session: code } = await makeSession(app.database, client.owner, { coupon });
  return { client, coupon, code, path: `/p/${coupon.code}/${code}` };
}

async function validate(client: Client, code: string): Promise<void> {
  const { errors } = await client.graphql(
    `mutation { validateCouponSession(input: { session: "${code}" }) { __typename } }`,
  );
  expect(errors).toEqual([]);
  await sequence(app.database, client.owner.account);
}

async function versionOf(path: string): Promise<string> {
  const { text } = await new Visitor(app.url).get(path);
  return /data-version="([^"]+)"/.exec(text)?.[1] ?? '';
}

/** Follows the changes of a page as its script does. */
async function follow(path: string, version?: string) {
  const leaving = new AbortController();
  onTestFinished(() => leaving.abort());
  const known = version ?? (await versionOf(path));
  const response = await fetch(`${app.url}${path}/changes?version=${known}`, { signal: leaving.signal });
  expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
  expect(response.headers.get('cache-control')).toBe('no-store');
  const lines = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let waiting = '';
  return {
    next: async () => {
      for (;;) {
        const [, data, rest] = /data: (\w+)\n\n(.*)/s.exec(waiting) ?? [];
        if (data) {
          waiting = rest ?? '';
          return data;
        }
        const { value, done } = (await lines?.read()) ?? { value: '', done: true };
        if (done) throw new Error('the stream ended');
        waiting += value;
      }
    },
  };
}
