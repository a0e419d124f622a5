import type { Command } from 'commander';
import { z } from 'zod';
import { sealChain } from '../../audit/audit-chain.ts';
import { verifyAudit } from '../../audit/audit-verification.ts';
import { secretsOf } from '../process/app-secret.ts';
import { readEnv } from '../process/env.ts';
import { onMigratedDatabase, onReadDatabase } from './command-database.ts';
import { checked } from './options.ts';

const options = z.object({
  noted: z
    .string()
    .regex(/^\d{1,15}:[\w-]{43}$/, 'must be what an earlier verification printed: a number, a colon and a hash')
    .transform((text) => ({ number: Number(text.split(':')[0]), hash: text.split(':')[1] ?? '' }))
    .optional(),
});

export function addAudit(program: Command): void {
  const audit = program.command('audit').description('Check the audit log.');

  audit
    .command('verify')
    .description(
      'Verify that no entries of the audit log were altered, removed or added. Exits with 1 if any were. Prints the number and the hash of the last block.',
    )
    .option('--noted <number:hash>', 'a last block that an earlier verification printed: the log must still contain it')
    .action((given: object) => {
      const { noted = null } = checked(options, given);
      return onReadDatabase(async (database) => {
        const verification = verifyAudit(database, await secretsOf(readEnv()), noted);
        let faults = 0;
        let step = await verification.next();
        for (; !step.done; step = await verification.next()) {
          faults += 1;
          console.log(`${step.value.subject}: ${step.value.what}`);
        }
        const { blocks, entries, waiting, removed, erased, last } = step.value;
        console.log(`${entries} entries in ${blocks} blocks, ${waiting} waiting, ${faults} faults`);
        if (erased > 0) console.log(`${erased} entries lack their input, which was erased with the data of people`);
        if (removed > 0) console.log(`${removed} entries were removed with their accounts`);
        if (last.number > 0) console.log(`last block ${last.number}:${last.hash}`);
        if (faults > 0) process.exitCode = 1;
      });
    });

  audit
    .command('seal')
    .description(
      'Seal the audit log under APP_SECRET even if no known secret made its seal, for a database whose secret is lost. Verify the log first.',
    )
    .action(() =>
      onMigratedDatabase(async (database) => {
        await sealChain(database, await secretsOf(readEnv()), { trusted: true });
        console.log('The audit log is sealed');
      }),
    );
}
