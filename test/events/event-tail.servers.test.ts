import { expect, test } from 'vitest';
import { useApp } from '../support/app.ts';
import { runCommand } from '../support/command.ts';

const app = useApp();

test.each([
  { given: ['--after', 'yesterday'], complaint: '--after must be a position' },
  { given: ['--after', '9000000000'], complaint: 'is ahead of the log' },
  { given: ['--kind', 'BREAD'], complaint: 'Allowed choices are COUPON' },
  { given: ['--type', 'bread_baked'], complaint: 'is not a type of event' },
])('refuses $given', async ({ given, complaint }) => {
  const { code, errors } = await runCommand(['events', 'tail', ...given], { DATABASE_URL: app.databaseUrl });

  expect(errors).toContain(complaint);
  expect(errors).not.toContain('at ');
  expect(code).toBe(1);
});
