import { expect, test } from 'vitest';
import { useAppWithBackground } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { makeIntegration } from '../../support/make.ts';
import { messageOf, send } from '../../support/make-messages.ts';
import { MessageCentre } from '../../support/smpp-server.ts';
import { TwilioServer } from '../../support/twilio-server.ts';

const app = useAppWithBackground();
const number = '491701234567';
async function optOutsOf({ owner }: Client) {
  return app.database.rows('SELECT channel, address, reason FROM opt_outs WHERE account_id = ?', [owner.account.id]);
}

test('a report of a message center settles a message, and STOP adds its number to the opt-out list', async () => {
  const centre = await MessageCentre.startForTest();
  const client = await app.client();
  const integration = await makeIntegration(app.database, client.owner, {
    ...{ channel: 'SMS', provider: 'SMPP', settings: centre.settings },
  });
  const [id = ''] = await send(app.database, integration, [`+${number}`]);
  await expect.poll(async () => (await messageOf(app.database, id)).status).toBe('SENT');

  centre.report(centre.parts[0] as never, 'DELIVRD');
  centre.reply(number, 'Stop');

  await expect.poll(async () => (await messageOf(app.database, id)).status).toBe('DELIVERED');
  await expect.poll(() => optOutsOf(client)).toEqual([{ channel: 'SMS', address: `+${number}`, reason: 'STOP' }]);
});

test('a long SMS fails when one of its parts fails', async () => {
  const centre = await MessageCentre.startForTest();
  const client = await app.client();
  const integration = await makeIntegration(app.database, client.owner, {
    ...{ channel: 'SMS', provider: 'SMPP', settings: centre.settings },
  });
  const [id = ''] = await send(app.database, integration, [`+${number}`], { body: 'a'.repeat(400) });
  await expect.poll(async () => (await messageOf(app.database, id)).status).toBe('SENT');

  centre.report(centre.parts[0] as never, 'UNDELIV');

  await expect.poll(async () => (await messageOf(app.database, id)).status).toBe('FAILED');
});

test('a late report of Twilio settles a message', async () => {
  const server = await TwilioServer.startForTest();
  const client = await app.client();
  const settings = { messagingServiceSid: null, ...server.settings };
  const integration = await makeIntegration(app.database, client.owner, {
    channel: 'SMS',
    provider: 'TWILIO',
    settings,
  });
  const [one = '', other = ''] = await send(app.database, integration, [`+${number}`, '+491701234568']);
  await expect.poll(() => server.messages.length).toBe(2);
  const by = (to: string) => server.messages.find((message) => message.to === to) as never;

  expect((await server.report(by(`+${number}`), 'delivered')).status).toBe(200);
  expect((await server.report(by('+491701234568'), 'undelivered', { ErrorCode: '30005' })).status).toBe(200);

  await expect.poll(async () => (await messageOf(app.database, one)).status).toBe('DELIVERED');
  await expect
    .poll(async () => messageOf(app.database, other))
    .toMatchObject({ status: 'FAILED', reason: 'Twilio reports: undelivered, error 30005' });
});
