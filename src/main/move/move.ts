import { accountFields } from '../../accounts/account/account.inputs.ts';
import { accounts, addAccount } from '../../accounts/account/account.ts';
import { importSteps } from '../../external-ids/step-of-import.ts';
import type { Database } from '../../kernel/database/database.ts';
import { hasRow, insertRow } from '../../kernel/database/rows.ts';
import type { Outbound } from '../../kernel/outbound/outbound.ts';
import { StartFailure } from '../process/process.ts';
import { AccountMove, nothingCounted } from './account-move.ts';
import { moveCards } from './cards.ts';
import { moveDirectories } from './directories.ts';
import { moveGroups } from './groups.ts';
import { moveCoupons } from './moved-coupons.ts';
import { moveSessions } from './moved-sessions.ts';
import { moveReport } from './report-of-move.ts';
import { Source, type SourceKey } from './source.ts';

export interface MoveOptions {
  from: string;
  key: string;
  account?: string;
  name?: string;
  dryRun?: boolean;
  report?: string;
}

export async function moveAccount(database: Database, outbound: Outbound, options: MoveOptions): Promise<string> {
  const key = keyOf(options.key);
  const problem = outbound.problemOf(options.from);
  if (problem) throw new StartFailure(`--from ${problem}`);
  const source = new Source(outbound, options.from, key);
  const name = `${source.address} ${key.id}`;
  if (name.length > 200) throw new StartFailure('--from and the id of --key have more than 200 characters');
  const dryRun = options.dryRun === true;
  const accountId = await accountOf(database, options, { name, dryRun });
  const move = new AccountMove(database, source, { accountId, name, dryRun });
  await move.open();
  const coupons = await moveCoupons(move);
  await moveSessions(move, coupons);
  await moveCards(move);
  await moveDirectories(move);
  await moveGroups(move);
  await move.close();
  return moveReport(move);
}

function keyOf(given: string): SourceKey {
  const [id = '', ...secret] = given.split(':');
  if (!id || secret.length === 0) throw new StartFailure('--key must be id:secret');
  return { id, secret: secret.join(':') };
}

/** Finds or creates the account. Its name and the source identify it in a later run. */
async function accountOf(
  database: Database,
  { account, name: given }: MoveOptions,
  { name: source, dryRun }: { name: string; dryRun: boolean },
): Promise<string> {
  if (!account === !given) throw new StartFailure('Give either --account or --name.');
  if (account) {
    if (!(await hasRow(database, accounts, { id: account }))) throw new StartFailure('--account is unknown');
    return account;
  }
  const parsed = accountFields.name.safeParse(given);
  if (!parsed.success) throw new StartFailure(`--name ${parsed.error.issues[0]?.message}`);
  const [begun] = await database.rows<{ id: string }>(
    `SELECT s.account_id AS id FROM import_steps s JOIN accounts a ON a.id = s.account_id
     WHERE s.source = ? AND s.step = 'begin' AND a.name = ?`,
    [source, parsed.data],
  );
  if (begun || dryRun) return begun?.id ?? '';
  return database.transaction(async (transaction) => {
    const { id } = await addAccount(transaction, { name: parsed.data });
    await insertRow(transaction, importSteps, {
      ...{ accountId: id, source, step: 'begin', page: 0, nextSequence: null },
      counted: JSON.stringify(nothingCounted()),
      finishedAt: null,
    });
    return id;
  });
}
