import { expect, test } from 'vitest';
import { Visitor } from '../pages/visitor.ts';
import { useApp } from '../support/app.ts';
import { makeDirectory, makeDirectoryUser } from '../support/make-directories.ts';

const app = useApp();

test('a caller who invents an X-Forwarded-For for each attempt still counts as one address', async () => {
  const { owner } = await app.client();
  const directory = await makeDirectory(app.database, owner);
  const user = await makeDirectoryUser(app.database, owner, { directory });
  const visitor = new Visitor(app.url);
  const attempt = async (email: string, index: number) =>
    (await visitor.signIn(directory.code, email, 'wrong', { 'X-Forwarded-For': `203.0.113.${index}` })).status;

  await Promise.all(Array.from({ length: 100 }, (_, index) => attempt(`nobody${index}@example.com`, index)));

  expect(await attempt(user.email, 101)).toBe(429);
});
