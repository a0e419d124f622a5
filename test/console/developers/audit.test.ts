import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { makeAuditEntry } from '../../support/audit.ts';
import { ConsoleVisitor } from '../../support/console-visitor.ts';

const app = useApp();

test('an owner sees who did what, searches it and downloads it', async () => {
  const client = await app.client();
  await makeAuditEntry(app.database, client.owner, { title: '<i>Rye</i>' });
  await makeAuditEntry(app.database, client.owner, { operation: 'setRole', outcome: 'LAST_OWNER' });
  const visitor = await ConsoleVisitor.of(app, client.owner, { name: 'Ada' });

  const all = await visitor.read('/audit');
  expect(all).toContain('192.0.2.1');
  expect(all).toContain('LAST_OWNER');
  expect(all).toContain('createCoupon');
  expect(all).not.toContain('<i>Rye');
  expect(await visitor.read('/audit?outcome=refused')).not.toContain('<summary>createCoupon');
  expect(await visitor.read(`/audit?operation=createCoupon&key=${client.owner.keyId}`)).toContain('createCoupon');
  expect(await visitor.read('/audit?operation=deleteTag')).toContain('No matching entries');

  const { status, location } = await visitor.post('/audit', 'download', {});
  expect(status).toBe(303);
  expect(await (await fetch(new URL(location ?? '', app.url))).text()).toContain('LAST_OWNER');
});

test('a form of the console is in the log', async () => {
  const client = await app.client();
  const visitor = await ConsoleVisitor.of(app, client.owner, { name: 'Ada' });

  await visitor.post('/keys', 'create', { name: 'Website', scopes: ['READ'] });

  const text = await visitor.read('/audit');
  expect(text).toContain('createApiKey');
  expect(text).toContain('Ada');
});
