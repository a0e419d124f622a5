import { expect, test } from 'vitest';
import { mutate } from '../directories/mutate.ts';
import { useApp } from '../support/app.ts';
import { makeCoupon } from '../support/make.ts';
import { countAll } from '../support/statistics.ts';
import { visit } from '../support/visitor.ts';

const app = useApp();

test('the home shows the largest running campaigns first, however many are new, and leads to all of them', async () => {
  const client = await app.client();
  const { owner } = client;
  const large = await makeCoupon(app.database, owner, { name: 'Large' });
  for (let number = 0; number < 2; number += 1)
    await mutate(client, 'createSingleUseUrl', { coupon: large.id }, 'duplicate');
  await countAll(app.database, client);
  for (let number = 0; number < 11; number += 1) await makeCoupon(app.database, owner, { name: `New ${number}` });
  const visitor = await visit(app, owner, 'ANALYST');

  const { text } = await visitor.open('');

  const names = [...text.matchAll(/\/console\/campaigns\/cam_\w+">([^<]+)</g)].map(([, name]) => name);
  expect(names).toHaveLength(10);
  expect(names[0]).toBe('Large');
  expect(text).toContain('href="/console/campaigns?state=RUNNING"');
  expect((await visitor.open('/campaigns?state=RUNNING')).text).toContain('New 0');
});
