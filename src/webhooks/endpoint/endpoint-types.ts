import { renamedTypes } from '../../kernel/event-log/renamed-types.ts';

/** What follows it in a list are the former names of the types, which only the previous version of the service reads. */
const former = '|';

/** Former names that are still the names of a type of another kind. */
const lasting: ReadonlySet<string> = new Set(['loyalty_user_created', 'loyalty_reward_earned']);

const renamings = Object.values(renamedTypes).flatMap((names) => Object.entries(names));

/**
 * Returns the types of an endpoint as its row stores them: without duplicates, separated by commas, with their former
 * names, so that processes of the previous version miss no event while they are being replaced.
 */
export function typeListOf(types: readonly string[]): string {
  const formerNames = types.flatMap((type) =>
    renamings.filter(([, present]) => present === type).map(([name]) => name),
  );
  return [...new Set(types), former, ...formerNames].join(',');
}

/** Returns the types in a stored list. A list that the previous version stored has only former names. */
export function typesIn(list: string): string[] {
  const names = list.split(',');
  const end = names.indexOf(former);
  return [...new Set(end === -1 ? names.flatMap(presentNames) : names.slice(0, end))];
}

function presentNames(name: string): string[] {
  const present = renamings.filter(([former]) => former === name).map(([, type]) => type);
  return present.length === 0 || lasting.has(name) ? [name, ...present] : present;
}
