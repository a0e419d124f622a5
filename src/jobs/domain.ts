import { defineDomain } from '../kernel/domain.ts';
import { jobProblems } from './job-problems.ts';

export const jobsDomain = defineDomain({
  problems: jobProblems,
});
