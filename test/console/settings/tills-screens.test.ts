import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { Client } from '../../support/client.ts';
import { ConsoleVisitor } from '../../support/console-visitor.ts';
import { makeLocation } from '../../support/make-locations.ts';
import { makePairedTill } from '../../support/make-tills.ts';

const app = useApp();

test('an owner makes a till: the link and its QR code are shown once, and pair a device', async () => {
  const client = await app.client();
  const owner = await ConsoleVisitor.of(app, client.owner);
  const { id: location, name } = await makeLocation(app.database, client.owner);

  const made = await owner.post('/settings/tills', 'create', {
    name: 'Counter',
    location,
    redeemsAtOnce: 'on',
    offlineRedemption: 'ACCEPT',
    ask2: 'Table',
  });

  const [, token = ''] = /\/till#pair=([\w-]+)/.exec(made.text) ?? [];
  expect(made.text).toContain('src="data:image/svg+xml;base64,');
  expect(made.text).toContain('Valid for another 15 minutes');
  const { data } = await new Client(app.url, client.owner, {}).graphql(
    `mutation ($token: String!) {
      pairTill(input: { token: $token }) { till { name redeemsAtOnce asksForMoney offlineRedemption fields { number label } } }
    }`,
    { token },
  );
  expect(data.pairTill.till).toEqual({
    ...{ name: 'Counter', redeemsAtOnce: true, asksForMoney: false, offlineRedemption: 'ACCEPT' },
    fields: [{ number: 2, label: 'Table' }],
  });
  const list = await owner.get('/settings/tills');
  expect(list.text).not.toContain(token);
  expect(list.text).toContain('Counter');
  expect(list.text).toContain(name);
  expect(list.text).toContain('Paired');
});

test('an owner changes a till, makes a new link and revokes it', async () => {
  const client = await app.client();
  const owner = await ConsoleVisitor.of(app, client.owner);
  const { till } = await makePairedTill(app.database, client.owner, {
    name: 'Counter',
    fields: [{ number: 2, label: 'Table' }],
  });
  const path = `/settings/tills/${till.id}`;
  const row = { id: till.id };

  const before = await owner.get(path);
  const changed = await owner.post(path, 'update', { name: 'Drive-in', offlineRedemption: 'REFUSE', ask2: '' });
  const after = await owner.get(path);
  const renewed = await owner.post(path, 'renew', row);
  const revoked = await owner.post(path, 'revoke', row);
  const gone = await owner.get(path);

  expect(before.text).toContain('value="Table"');
  expect([changed.status, revoked.status]).toEqual([303, 303]);
  expect(after.text).toContain('Drive-in');
  expect(after.text).not.toContain('value="Table"');
  expect(renewed.text).toContain('/till#pair=');
  expect(gone.text).toContain('The till has been revoked.');
  expect(gone.text).not.toContain('New pairing link');
});
