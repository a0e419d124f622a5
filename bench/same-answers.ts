import { deepEqual } from 'node:assert/strict';
import { ask } from './ask.ts';
import type { Pair } from './compare.ts';
import type { Data } from './data.ts';
import type { ServerProcess } from './measured-process.ts';
import type { Scenario } from './scenarios.ts';

/** Throws if the responses of the two servers differ, because a comparison would then mean nothing. */
export async function checkSameAnswers(
  { request: { method, path, body }, supply, baseline }: Scenario,
  servers: Pair<ServerProcess>,
  data: Data,
): Promise<void> {
  if (baseline) return;
  // Uses the last two requests, which no measurement reaches. Requests that can be sent only once are compared by their fields.
  const last = supply ?? 2;
  const service = JSON.parse(await ask(servers.service, path, body(last - 1), data, method));
  const byHand = JSON.parse(await ask(servers.baseline, path, body(supply ? last - 2 : last - 1), data, method));
  deepEqual(supply ? fieldsOf(service) : service, supply ? fieldsOf(byHand) : byHand);
}

/** Returns the fields of a response without their values. */
export function fieldsOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, fieldsOf(member)]));
}
