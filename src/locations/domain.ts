import { defineDomain } from '../kernel/domain.ts';
import { locations } from './location/location.ts';
import { locationProblems } from './location-problems.ts';

export const locationsDomain = defineDomain({ problems: locationProblems, tables: [locations] });
