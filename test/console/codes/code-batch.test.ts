import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { makeCoupon, makeSessions } from '../../support/make.ts';
import { visit } from '../../support/visitor.ts';

const app = useApp();

async function start(role?: 'MARKETER') {
  const { owner } = await app.client();
  const coupon = await makeCoupon(app.database, owner);
  const sequences = (await makeSessions(app.database, coupon, Array(5).fill({}))).map(({ sequence }) =>
    String(sequence),
  );
  const voided = () =>
    app.database.rows('SELECT 1 FROM coupon_sessions WHERE coupon_id = ? AND voided_at IS NOT NULL', [coupon.id]);
  return { sequences, voided, visitor: await visit(app, owner, role), path: `/campaigns/${coupon.id}/codes/batch` };
}

test('a range of codes is changed together', async () => {
  const { sequences, voided, visitor, path } = await start();
  const [, second = '', , fourth = ''] = sequences;
  const { status, text } = await visitor.send(path, 'batch', {
    ...{ startSequence: second, endSequence: fourth, operation: 'VOID', customField3: 'May' },
  });
  expect(status).toBe(200);
  expect(text).toContain('3 codes changed.');
  expect(await voided()).toHaveLength(3);
});

test('a range with an open end', async () => {
  const { sequences, voided, visitor, path } = await start();
  const given = { startSequence: sequences[3] ?? '', endSequence: '', operation: 'VOID' };
  expect((await visitor.send(path, 'batch', given)).text).toContain('2 codes changed.');
  expect(await voided()).toHaveLength(2);
});

test.each([
  [{ startSequence: '', endSequence: '', operation: 'VOID' }, 'batch--startSequence-problem'],
  [{ startSequence: '1', endSequence: '', operation: 'VOID' }, 'batch--startSequence-problem'],
  [{ startSequence: 'x', endSequence: '', operation: 'VOID' }, 'batch--startSequence-problem'],
  [{ endSequence: '999999999999', operation: 'VOID' }, 'batch--endSequence-problem'],
  [{ operation: 'BURN' }, 'batch--operation-problem'],
  [{ operation: '' }, 'batch--operation-problem'],
  [{ operation: 'LOCK' }, '5 codes: Only a claimed code can be locked.'],
])('%j is refused, and nothing changes', async (wrong: Record<string, string>, problem) => {
  const { sequences, voided, visitor, path } = await start();
  const given = { startSequence: sequences[0] ?? '', endSequence: '', ...wrong };
  const { status, text } = await visitor.send(path, 'batch', given);
  expect(status).toBe(422);
  expect(text).toContain(problem);
  expect(await voided()).toEqual([]);
});

test('who may not redeem cannot claim a range', async () => {
  const { sequences, visitor, path } = await start('MARKETER');
  expect((await visitor.open(path)).text).not.toContain('value="CLAIM"');
  const given = { startSequence: sequences[0] ?? '', endSequence: '', operation: 'CLAIM' };
  expect((await visitor.send(path, 'batch', given)).status).toBe(403);
});
