/**
 * npm run soak [-- --minutes N --engine NAME --plot FILE]: uses and kills everything for a long time, and checks that nothing was
 * lost or doubled and that no process grew; default an hour on MySQL. The plot is an SVG of memory and file handles.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    engine: { type: 'string', default: 'mysql' },
    plot: { type: 'string' },
  },
});
if (!(Number(values.minutes) > 0)) {
  console.error('usage: npm run soak [-- --minutes N --engine sqlite|mysql|mariadb --plot FILE]');
  process.exit(1);
}

const child = spawn(process.execPath, ['scripts/run.js', 'scripts/test.ts', 'processes', 'test/soak'], {
  cwd: new URL('..', import.meta.url),
  env: {
    ...process.env,
    TEST_ENGINES: values.engine,
    SOAK_MINUTES: values.minutes,
    ...(values.plot && { SOAK_PLOT: resolve(values.plot) }),
  },
  stdio: 'inherit',
});
const [code] = await once(child, 'exit');
process.exitCode = code ?? 1;
