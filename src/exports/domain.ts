import { defineDomain } from '../kernel/domain.ts';
import { exportProblems } from './export-problems.ts';
import { printParts } from './print/code-sheet.ts';
import { printSheetJob } from './print/code-sheet-job.ts';

export const exportsDomain = defineDomain({
  problems: exportProblems,
  tables: [printParts],
  jobs: [printSheetJob],
});
