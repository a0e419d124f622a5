/** The loop that counts events, alone in a process. */
import { pino } from 'pino';
import { openDatabase } from '../src/kernel/database/engines/database-url.ts';
import { model } from '../src/main/registries/tables.ts';
import { startCounting } from '../src/statistics/counting/event-counting.ts';

const database = await openDatabase(process.env.DATABASE_URL ?? '', model);
startCounting(database, pino({ level: 'error' }, pino.destination(2)));
