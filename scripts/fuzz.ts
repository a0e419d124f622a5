import { Command } from 'commander';
import { positive, runLongTest } from './long-test.ts';

await new Command('npm run fuzz --')
  .description('Sends random values to everything that reads what customers write.')
  .option('--seconds <number>', 'how long it takes', positive, '600')
  .action(({ seconds }) => runLongTest('test/fuzz', { TEST_ENGINES: 'sqlite', FUZZ_SECONDS: seconds }))
  .parseAsync();
