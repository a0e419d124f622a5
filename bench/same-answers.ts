import { deepEqual } from 'node:assert/strict';
import { ask } from './ask.ts';
import type { Pair } from './compare.ts';
import type { Data } from './data.ts';
import type { ServerProcess } from './measured-process.ts';
import type { Scenario } from './scenarios.ts';

/** Throws if the responses of the two servers differ, because a comparison would then mean nothing. */
export async function checkSameAnswers(
  { request: { path, body }, supply, baseline }: Scenario,
  { service, baseline: byHand }: Pair<ServerProcess>,
  data: Data,
): Promise<void> {
  if (baseline) return;
  // Uses the last two requests, which no measurement reaches.
  if (supply) return checkSameFields(path, [body(supply - 1), body(supply - 2)], { service, baseline: byHand }, data);
  deepEqual(JSON.parse(await ask(service, path, body(1), data)), JSON.parse(await ask(byHand, path, body(1), data)));
}

/** Compares the responses to requests that can be sent only once by their fields. */
export async function checkSameFields(
  path: string,
  [first, second]: [object, object],
  { service, baseline }: Pair<ServerProcess>,
  data: Data,
): Promise<void> {
  const ofService = JSON.parse(await ask(service, path, first, data));
  deepEqual(fieldsOf(ofService), fieldsOf(JSON.parse(await ask(baseline, path, second, data))));
}

/** Returns the fields of a response without their values. */
function fieldsOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, fieldsOf(member)]));
}
