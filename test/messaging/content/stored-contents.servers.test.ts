import { expect, test } from 'vitest';
import { addContent, type NewContent } from '../../../src/messaging/content/message-content.ts';
import { idPattern } from '../../../src/vocabulary/ids.ts';
import { useApp } from '../../support/app.ts';

const app = useApp();
const content: NewContent = { sender: null, subject: 'Bread', body: 'Hello', format: 'TEXT', buttonText: null };

test('equal contents of an account are stored once', async () => {
  const [one, other] = [await app.client(), await app.client()].map(({ owner }) => owner.account.id);
  const add = (account = '', changes: Partial<NewContent> = {}) =>
    app.database.transaction((transaction) => addContent(transaction, account, { ...content, ...changes }));

  const ids = [await add(one), await add(one), await add(one, { sender: 'Bread', subject: null }), await add(other)];
  expect(ids[1]).toBe(ids[0]);
  expect(new Set(ids).size).toBe(3);
  for (const id of ids) expect(id).toMatch(idPattern('messageContent'));
  const simultaneous = await Promise.all(Array.from({ length: 20 }, () => add(one, { body: 'At once' })));
  expect(new Set(simultaneous).size).toBe(1);
  const rows = await app.database.rows<{ body: string }>(
    'SELECT body FROM message_contents WHERE account_id = ? ORDER BY body',
    [one ?? ''],
  );
  expect(rows.map(({ body }) => body)).toEqual(['At once', 'Hello', 'Hello']);
});
