import { deepEqual } from 'node:assert/strict';
import type { Pair } from './compare.ts';
import type { Data } from './data.ts';
import type { Question, Scenario } from './scenarios.ts';
import type { ServerProcess } from './server-process.ts';

/** A comparison means something only if both servers answer the same: throws what differs. */
export async function checkSameAnswers(
  { request, supply, baseline }: Scenario,
  servers: Pair<ServerProcess>,
  data: Data,
): Promise<void> {
  if (baseline) return;
  // The last two requests, which no measurement reaches. What can be sent only once is compared by its fields.
  const last = supply ?? 2;
  const service = await ask(servers.service, request, last - 1, data);
  const byHand = await ask(servers.baseline, request, supply ? last - 2 : last - 1, data);
  deepEqual(supply ? fieldsOf(service) : service, supply ? fieldsOf(byHand) : byHand);
}

async function ask(
  { port }: ServerProcess,
  { path, body }: Question,
  n: number,
  { keyId, secret }: Data,
): Promise<unknown> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Client-Id': keyId, 'X-Client-Secret': secret },
    body: JSON.stringify(body(n)),
  });
  return response.json();
}

function fieldsOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, fieldsOf(member)]));
}
