import { defineDomain } from '../kernel/domain.ts';
import { tills } from './till/till.ts';
import { tillProblems } from './till-problems.ts';

export const tillsDomain = defineDomain({
  problems: tillProblems,
  tables: [tills],
});
