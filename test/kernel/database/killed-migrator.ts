/*
 * Migrates the database of DATABASE_URL, and kills itself before the first statement at which no earlier process was
 * killed. KILLED_AT names the file that lists those statements, KILL_AT matches the statements that count, and PART
 * chooses some of them: `1/2` one half, `2/2` the other.
 */
import { createHash } from 'node:crypto';
import { appendFileSync, readFileSync } from 'node:fs';
import { openDatabase } from '../../../src/kernel/database/engines/database-url.ts';
import { migrate } from '../../../src/kernel/database/migration.ts';
import { model } from '../../../src/main/registries/tables.ts';

const { DATABASE_URL = '', KILLED_AT = '', KILL_AT = '', PART = '' } = process.env;
const [part = 1, parts = 1] = PART.split('/').filter(Boolean).map(Number);

/** Each process names itself by one. */
const uuid = /[0-9a-f]{8}-[0-9a-f-]{27}/;

const killedAt = new Set(readFileSync(KILLED_AT, 'utf8').split('\n'));
const database = await openDatabase(DATABASE_URL, model);
const { dataSource } = database;
const createQueryRunner = dataSource.createQueryRunner.bind(dataSource);
dataSource.createQueryRunner = (...options) => {
  const runner = createQueryRunner(...options);
  const query = runner.query.bind(runner);
  let previous = '';
  runner.query = (sql: string, ...rest: never[]) => {
    // Several transactions end with the same word, so it is told apart by the statement before it.
    const statement = JSON.stringify([sql === 'COMMIT' ? previous : '', sql, ...rest]).replace(uuid, '');
    if (new RegExp(KILL_AT, 'i').test(sql) && isOfPart(statement) && !killedAt.has(statement)) {
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

function isOfPart(statement: string): boolean {
  return createHash('sha256').update(statement).digest().readUInt32BE() % parts === part - 1;
}
