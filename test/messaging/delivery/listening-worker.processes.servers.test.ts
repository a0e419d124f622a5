import { expect, test } from 'vitest';
import { useAppWithDatabaseOfItsOwn } from '../../support/app.ts';
import { appSecret, makeIntegration } from '../../support/make.ts';
import { startServer } from '../../support/processes.ts';
import { MessageCentre } from '../../support/smpp-server.ts';

const app = useAppWithDatabaseOfItsOwn();

test('a worker listens to message centers from its start, even while it sends nothing', async () => {
  const centre = await MessageCentre.startForTest();
  const client = await app.client();
  await makeIntegration(app.database, client.owner, { channel: 'SMS', provider: 'SMPP', settings: centre.settings });

  await startServer(app.databaseUrl, { APP_SECRET: appSecret, ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8' });

  await expect.poll(() => centre.boundSessions).toBeGreaterThan(0);
  centre.reply('491701234567', 'STOP');
  await expect
    .poll(() => app.database.rows('SELECT 1 FROM opt_outs WHERE account_id = ?', [client.owner.account.id]))
    .toHaveLength(1);
});
