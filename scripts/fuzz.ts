/** npm run fuzz [-- --seconds N]: sends random values to everything that reads what customers write; default 10 minutes. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '600' } } });
if (!(Number(values.seconds) > 0)) {
  console.error('usage: npm run fuzz [-- --seconds N]');
  process.exit(1);
}

const script = ['scripts/run.js', 'scripts/test.ts', 'processes', 'test/fuzz'];
const child = spawn(process.execPath, script, {
  cwd: new URL('..', import.meta.url),
  env: { ...process.env, TEST_ENGINES: 'sqlite', FUZZ_SECONDS: values.seconds },
  stdio: 'inherit',
});
const [code] = await once(child, 'exit');
process.exitCode = code ?? 1;
