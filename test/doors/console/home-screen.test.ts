import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { makeCoupon, makeSessions } from '../../support/make.ts';
import { visit } from '../../support/visitor.ts';

const app = useApp();

test('the home shows the largest running campaigns first, however many are new, and leads to all of them', async () => {
  const { owner } = await app.client();
  const large = await makeCoupon(app.database, owner, { name: 'Large' });
  await makeSessions(app.database, large, [{}, {}]);
  for (let number = 0; number < 11; number += 1) await makeCoupon(app.database, owner, { name: `New ${number}` });
  const visitor = await visit(app, owner, 'ANALYST');

  const { text } = await visitor.open('');

  const names = [...text.matchAll(/\/console\/campaigns\/cam_\w+">([^<]+)</g)].map(([, name]) => name);
  expect(names).toHaveLength(10);
  expect(names[0]).toBe('Large');
  expect(text).toContain('href="/console/campaigns?state=RUNNING"');
  expect((await visitor.open('/campaigns?state=RUNNING')).text).toContain('New 0');
});
