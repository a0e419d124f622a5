/* The server of a version that knows one more migration. The migration is added before the server reads the list. */
import { model } from '../../src/main/registries/tables.ts';
import { Expansion1900000000000 } from './expansion.ts';

model.migrations.push(Expansion1900000000000);
await import('../../src/main/server.ts');
