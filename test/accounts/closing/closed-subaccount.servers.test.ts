import { expect, onTestFinished, test, vi } from 'vitest';
import { apiKeySource } from '../../../src/accounts/api-key/api-key.ts';
import { KeyAuthenticator } from '../../../src/accounts/api-key/authenticator.ts';
import type { Viewer } from '../../../src/api/viewer.ts';
import { useApp } from '../../support/app.ts';
import { Client } from '../../support/client.ts';
import { makeAccount, makeSession } from '../../support/make.ts';

/* What a key of the parent has begun in an account ends when this account is closed. */

const app = useApp();

const close = 'mutation ($input: CloseAccountInput!) { closeAccount(input: $input) { id } }';
const reopen = 'mutation ($input: ReopenAccountInput!) { reopenAccount(input: $input) { id } }';

/** An account and two below it, one of which can be closed. */
async function family() {
  const parent = await app.client();
  const { account, ...owner } = await makeAccount(app.database, { parent: parent.owner.account });
  const sibling = await makeAccount(app.database, { parent: parent.owner.account });
  return {
    parent,
    child: { account, ...owner },
    sibling,
    close: () => parent.graphql(close, { input: { account: account.id, name: account.name } }),
    reopen: () => parent.graphql(reopen, { input: { account: account.id } }),
  };
}

test('the address of an export does not outlive the account', async () => {
  const { parent, child, sibling, ...family_ } = await family();
  const exported = async (accountId: string) => {
    const acting = new Client(app.url, parent.owner, { ...parent.headers, 'X-Account': accountId });
    const { data } = await acting.graphql('mutation { createExport(input: { type: SESSIONS }) { url } }');
    return data.createExport.url as string;
  };
  const { session } = await makeSession(app.database, child);
  const urls = await Promise.all([child, sibling, parent.owner].map(({ account }) => exported(account.id)));
  const statuses = () => Promise.all(urls.map(async (url) => (await fetch(url)).status));
  expect(await (await fetch(urls[0] ?? '')).text()).toContain(session);

  await family_.close();
  expect(await statuses()).toEqual([404, 200, 200]);
  await family_.reopen();
  expect(await statuses()).toEqual([200, 200, 200]);
});

test('subscriptions end with the account', async () => {
  const { parent, child, sibling, ...family_ } = await family();
  const keys = new KeyAuthenticator(app.database, [apiKeySource]);
  const lost: string[] = [];
  const [id = '', secret = ''] = [parent.headers['X-Client-Id'], parent.headers['X-Client-Secret']];
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const ends = [];
  for (const { account } of [child, sibling, parent.owner]) {
    const viewer: Viewer = await keys.authenticate({ id, secret, account: account.id }, '127.0.0.1');
    ends.push(keys.watch(viewer, () => lost.push(account.id)));
  }

  await family_.close();
  vi.advanceTimersByTime(2000);
  await expect.poll(() => lost).toEqual([child.account.id]);
  for (const end of ends) end();
});
