import type { EntitySchema } from 'typeorm';
import type { JobDefinition } from './jobs/job-definition.ts';
import type { Problems } from './problem.ts';

/** The columns of a table that hold encrypted text. */
export interface SealedColumns {
  schema: EntitySchema;
  columns: readonly string[];
}

/** What a domain adds to the service, besides its operations. `main/registries/domains.ts` lists all domains. */
export interface Domain {
  /** The problems that its operations raise, with their default messages. */
  problems?: Partial<Problems>;
  tables: readonly EntitySchema[];
  /** Its columns with encrypted values. */
  sealedColumns: readonly SealedColumns[];
  /** Its jobs, without removals, whose steps belong to several domains. */
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
