import { drawIdsWith, type IdKind, randomCode } from '../../src/kernel/values/ids.ts';

/*
 * Lists order objects of the same millisecond by their ids. In tests, ids ascend, so the order is that of creation. Ids whose
 * beginnings people search stay random. Their lists are ordered by numbers.
 */

const random = new Set<IdKind>(['session', 'loyaltyUser']);
let last = Date.now();

drawIdsWith((length, kind) => {
  if (random.has(kind)) return randomCode(length);
  last += 1;
  return last.toString(36).padStart(length, '0');
});
