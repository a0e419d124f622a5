import type { Database } from '../../../src/kernel/database/database.ts';
import type { Client } from '../../support/client.ts';
import { runStep } from '../../support/jobs.ts';

const fields = 'id status requested created collisions firstSequence lastSequence';

/** Asks for sessions. Returns the job, or the codes of the refusal. */
export async function start(client: Client, coupon: string, input: object) {
  const answer = await client.graphql(
    `mutation ($i: CreateCouponSessionsJobInput!) { job: createCouponSessionsJob(input: $i) { ${fields} } }`,
    { i: { coupon, ...input } },
  );
  return answer.data?.job ?? answer.codes;
}

/** Runs steps until the job has ended. */
export async function work(database: Database, client: Client, id: string) {
  for (;;) {
    const { job } = (await client.graphql(`query ($id: ID!) { job(id: $id) { ${fields} } }`, { id })).data;
    if (['DONE', 'FAILED', 'CANCELLED'].includes(job.status)) return job;
    await runStep(database);
  }
}

export async function stored(database: Database, coupon: string): Promise<Record<string, number>> {
  const [row] = await database.rows<Record<string, number>>(
    `SELECT COUNT(*) AS amount, MIN(sequence) AS first, MAX(sequence) AS last, COUNT(DISTINCT custom_validation_code) AS codes
     FROM coupon_sessions WHERE coupon_id = ?`,
    [coupon],
  );
  return Object.fromEntries(Object.entries(row ?? {}).map(([name, value]) => [name, Number(value)]));
}
