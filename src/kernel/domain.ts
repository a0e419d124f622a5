import type { EntitySchema } from 'typeorm';
import type { JobDefinition } from './jobs/job-definition.ts';
import type { Problems } from './problem.ts';

export interface SealedColumns {
  schema: EntitySchema;
  columns: readonly string[];
}

export interface Domain {
  problems?: Partial<Problems>;
  tables: readonly EntitySchema[];
  sealedColumns: readonly SealedColumns[];
  /** Does not include removals, because their steps belong to several domains. */
  jobs: readonly JobDefinition[];
}

interface Parts {
  problems?: Partial<Problems>;
  tables?: readonly unknown[];
  sealedColumns?: readonly { schema: unknown; columns: readonly string[] }[];
  jobs?: readonly unknown[];
}

export function defineDomain({ tables = [], sealedColumns = [], jobs = [], ...rest }: Parts): Domain {
  return { ...rest, tables, sealedColumns, jobs } as Domain;
}
