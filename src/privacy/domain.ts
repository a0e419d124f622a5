import { defineDomain } from '../kernel/domain.ts';
import { personalParts } from './personal-data/exported-part.ts';
import { erasePersonJob, exportPersonJob } from './personal-data/person-work-job.ts';
import { privacyProblems } from './privacy-problems.ts';

export const privacyDomain = defineDomain({
  problems: privacyProblems,
  tables: [personalParts],
  jobs: [erasePersonJob, exportPersonJob],
});
