import { expect, test } from 'vitest';
import { useAppWithBackground } from '../support/app.ts';
import { sequence } from '../support/events.ts';
import { Program } from '../support/processes.ts';
import { makeCoupons } from '../webhooks/webhook-client.ts';

const app = useAppWithBackground();

test('events tail prints events as JSON lines: first those after a position, then new ones', async () => {
  const client = await app.client();
  const [bread] = await makeCoupons(client, 'Bread');
  await sequence(app.database, client.owner.account);

  const tail = tailOf('--after', '0', '--kind', 'COUPON_EDIT', '--account', client.owner.account.id);
  await tail.says(/("coupon_created")/);
  const [cake] = await makeCoupons(client, 'Cake');
  await tail.says(new RegExp(`("campaign":"${cake}")`));
  const { code, output, errors } = await tail.stop('SIGINT');

  const lines = output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.map(({ event }) => event.campaign)).toEqual([bread, cake]);
  expect(lines[0]).toMatchObject({
    position: expect.any(Number),
    event: { kind: 'COUPON_EDIT', data: { name: 'Bread' } },
  });
  expect({ code, errors }).toEqual({ code: 0, errors: '' });
});

test('events tail exits when its output is no longer read', async () => {
  const client = await app.client();
  const tail = tailOf('--after', '0', '--account', client.owner.account.id);
  await makeCoupons(client, 'Bread');
  await tail.says(/("coupon_created")/);

  tail.stopReading();
  await makeCoupons(client, 'Cake');

  expect(await tail.ended).toMatchObject({ code: 0, errors: '' });
});

function tailOf(...options: string[]): Program {
  return new Program('cli.ts', ['events', 'tail', ...options], { DATABASE_URL: app.databaseUrl });
}
