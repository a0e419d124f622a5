import { drawIdsWith, randomCode } from '../../src/kernel/values/random-ids.ts';

/*
 * Lists order objects of the same millisecond by their ids. In tests, ids ascend, so the order is that of creation. Ids whose
 * beginnings people search stay random. Their lists are ordered by numbers.
 */

const random = ['', 'usr_'];
let last = Date.now();

drawIdsWith((length, prefix) => {
  if (random.includes(prefix)) return randomCode(length);
  last += 1;
  return last.toString(36).padStart(length, '0').slice(-length);
});
