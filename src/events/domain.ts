import { defineDomain } from '../kernel/domain.ts';
import { eventProblems } from './event-problems.ts';

export const eventsDomain = defineDomain({
  problems: eventProblems,
});
