import { resolve } from 'node:path';
import { Command, Option } from 'commander';
import { positive, runLongTest } from './long-test.ts';

await new Command('npm run soak --')
  .description(
    'Uses and kills everything for a long time, and checks that nothing was lost or doubled and that no process grew.',
  )
  .option('--minutes <number>', 'how long it takes', positive, '60')
  .addOption(new Option('--engine <name>', 'the database').choices(['sqlite', 'mysql', 'mariadb']).default('mysql'))
  .option('--plot <file>', 'writes memory and file handles as an SVG')
  .action(({ minutes, engine, plot }) =>
    runLongTest('test/soak', {
      TEST_ENGINES: engine,
      SOAK_MINUTES: minutes,
      ...(plot && { SOAK_PLOT: resolve(plot) }),
    }),
  )
  .parseAsync();
