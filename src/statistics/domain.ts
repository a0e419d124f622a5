import { defineDomain } from '../kernel/domain.ts';
import { statistics, statisticsRefusedAttempts, statisticsTotals } from './tally/statistics.ts';

export const statisticsDomain = defineDomain({
  tables: [statistics, statisticsTotals, statisticsRefusedAttempts],
});
