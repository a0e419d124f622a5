import { Initial1763683200000 } from '../../../migrations/1763683200000-initial.ts';
import type { Model } from '../../kernel/database/database.ts';
import { domains } from './domains.ts';

/** All entities and migrations. */
export const model: Model = {
  entities: domains.flatMap(({ tables }) => tables),
  migrations: [Initial1763683200000],
};

/** The columns with encrypted values. */
export const sealedColumns = domains.flatMap((domain) => domain.sealedColumns);
