import { commandLine } from './cli/command-line.ts';
import { runProcess } from './process/process.ts';

await runProcess(async () => {
  await commandLine().parseAsync();
});
