/*
 * Runs the migrations of the bakery on the database of DATABASE_URL, and kills itself before the first statement at which
 * no earlier process was killed. KILLED_AT names the file that lists those statements.
 */
import { appendFileSync, readFileSync } from 'node:fs';
import { openDatabase } from '../../../src/kernel/database/engines/database-url.ts';
import { migrate } from '../../../src/kernel/database/migration.ts';
import { bakery } from './bakery-migrations.ts';

const { DATABASE_URL = '', KILLED_AT = '' } = process.env;
const counting = /^(CREATE|ALTER|DROP|RENAME|INSERT|UPDATE|DELETE|COMMIT)/i;

/** Each process names itself by one. */
const uuid = /[0-9a-f]{8}-[0-9a-f-]{27}/;

const killedAt = new Set(readFileSync(KILLED_AT, 'utf8').split('\n'));
const database = await openDatabase(DATABASE_URL, bakery);
const { dataSource } = database;
const createQueryRunner = dataSource.createQueryRunner.bind(dataSource);
dataSource.createQueryRunner = (...options) => {
  const runner = createQueryRunner(...options);
  const query = runner.query.bind(runner);
  let previous = '';
  runner.query = (sql: string, ...rest: never[]) => {
    // Several transactions end with the same word, so it is told apart by the statement before it.
    const statement = JSON.stringify([sql, ...(sql === 'COMMIT' ? [previous] : []), ...rest]).replace(uuid, '');
    if (counting.test(sql) && !killedAt.has(statement)) {
      appendFileSync(KILLED_AT, `${statement}\n`);
      process.kill(process.pid, 'SIGKILL');
    }
    previous = sql;
    return query(sql, ...rest);
  };
  return runner;
};
await migrate(database);
await database.close();
