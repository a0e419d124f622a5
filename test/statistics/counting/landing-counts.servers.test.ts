import { expect, test } from 'vitest';
import { recountStatistics } from '../../../src/statistics/counting/recount.ts';
import { Visitor } from '../../pages/visitor.ts';
import { useAppWithDatabaseOfItsOwn } from '../../support/app.ts';
import { makeLanding, passOf } from '../../support/make-landing.ts';
import { countAll, totalsOf } from '../../support/statistics.ts';

const app = useAppWithDatabaseOfItsOwn();

test('an opening and a session of a public page count once, and a recount agrees', async () => {
  const client = await app.client();
  const coupon = await makeLanding(app.database, client.owner);
  const visitor = new Visitor(app.url);
  await visitor.get(`/p/${coupon.code}`);
  const form = { pass: passOf(coupon.id), email: 'ada@example.com' };
  await visitor.post(`/p/${coupon.code}`, form);
  await visitor.post(`/p/${coupon.code}`, form);

  await countAll(app.database, client);

  expect(await totalsOf(client, coupon.id)).toEqual({ created: 1, openings: 1 });
  expect(await recountStatistics(app.database)).toMatchObject({ waiting: 0, differences: [] });
});
