import { defineDomain } from '../kernel/domain.ts';
import { statistics, statisticsRefusals, statisticsTotals } from './tally/statistics.ts';

export const statisticsDomain = defineDomain({
  tables: [statistics, statisticsTotals, statisticsRefusals],
});
