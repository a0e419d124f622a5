import { expect, test } from 'vitest';
import { Program } from '../../support/processes.ts';

test.each(['server.ts', 'worker.ts', 'cli.ts'])('%s exits at once with only these lines', async (script) => {
  const program = new Program(script, script === 'cli.ts' ? ['migrate'] : [], { PORT: 'x', WORKER: 'maybe' });

  const { code, output, errors } = await program.ended;

  expect(code).toBe(1);
  expect(output).toBe('');
  expect(errors.trim().split('\n').sort()).toEqual(['PORT must be a port number', 'WORKER must be on or off']);
});
