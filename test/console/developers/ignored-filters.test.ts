import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { ConsoleVisitor } from '../../support/console-visitor.ts';

const app = useApp();

test.each([
  ['/audit?key=Ada', 'key'],
  ['/requests?request=%20%3F', 'request'],
  ['/events?campaign=Rye', 'campaign'],
  ['/events?from=2026-02-02&to=2026-02-01', 'to'],
  ['/webhooks/deliveries?http=teapot', 'http'],
])('%s says that it ignores a value that no entry can have', async (path, name) => {
  const visitor = await ConsoleVisitor.of(app, (await app.client()).owner);

  const page = await visitor.read(path);

  expect(page).toMatch(new RegExp(`<input[^>]* name="${name}"[^>]* aria-describedby="filter-${name}-problem"`));
  expect(page.match(/You cannot filter by this value, so it is ignored\./g)).toHaveLength(1);
});
