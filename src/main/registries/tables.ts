import { Initial1763683200000 } from '../../../migrations/1763683200000-initial.ts';
import type { Model } from '../../kernel/database/database.ts';
import { domains } from './domains.ts';

export const model: Model = {
  entities: domains.flatMap(({ tables }) => tables),
  migrations: [Initial1763683200000],
};

export const sealedColumns = domains.flatMap((domain) => domain.sealedColumns);
