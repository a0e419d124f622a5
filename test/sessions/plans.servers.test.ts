import { expect, test } from 'vitest';
import { bind, type Value } from '../../src/kernel/database/statement.ts';
import { now } from '../../src/kernel/values/instant.ts';
import { type TransitionName, transitions, updateStatement } from '../../src/sessions/transition/transition.ts';
import { useApp } from '../support/app.ts';
import { makeCoupon, makeSessions } from '../support/make.ts';

const app = useApp();

test('every transition finds its sessions by their codes in an index', async () => {
  const { owner } = await app.client();
  const coupon = await makeCoupon(app.database, owner);
  const made = await makeSessions(app.database, coupon, Array(2000).fill({}));
  if (app.database.dialect.name === 'mysql') await app.database.rows('ANALYZE TABLE coupon_sessions, coupons');
  const sessions = made.slice(0, 32).map(({ session }) => session);
  const accountId = owner.account.id;
  const values = {
    sessions,
    accountId,
    now: now(),
    heldUntil: now(),
    transitionId: 1,
    claimType: 'API',
    location: null,
    holdKey: '',
  };
  const which = { index: 'session', condition: 's.session IN (:sessions)' } as const;
  for (const name of Object.keys(transitions) as TransitionName[]) {
    const statement = updateStatement(app.database.dialect, transitions[name], which, { customField1: 'rye' });
    expect(await indexOf(...bind(statement, { ...values, customField1: 'rye' }))).toBe('coupon_sessions_session');
  }
});

/** The index with which a statement reads sessions. */
async function indexOf(sql: string, values: Value[]): Promise<string | undefined> {
  const explain = app.database.dialect.name === 'sqlite' ? 'EXPLAIN QUERY PLAN' : 'EXPLAIN FORMAT=TRADITIONAL';
  const plan = await app.database.rows<Record<string, string>>(`${explain} ${sql}`, values);
  const steps = plan.map(({ detail, table, key }) => detail ?? `${table} using ${key}`);
  return /\bs using (?:index )?(\S+)/i.exec(steps.join('\n'))?.[1];
}
