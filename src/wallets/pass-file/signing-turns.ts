import { Turns } from '../../kernel/database/engines/turns.ts';

/**
 * Node signs in four threads. One account takes three of them at most, and a pass that waits for a thread waits in the
 * line of its account, so the phones of one account delay those of others by one signature.
 */
const turns = new Turns({ total: 4, each: 3, waitingEach: 1000, waiting: 4000, milliseconds: 8000 });

/**
 * Signs a pass when it is the turn of its account, which shares its turns with its siblings. Rejects with `DatabaseBusy`
 * if the pass would have to wait for too long.
 */
export function signInTurn<Result>(accountId: string, sign: () => Promise<Result>): Promise<Result> {
  return turns.run(accountId, sign);
}
