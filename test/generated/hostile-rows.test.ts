import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Row } from '../../src/doors/rest/adapter/row.ts';
import { rows } from '../../src/doors/rest/documented-paths.ts';
import { useApp } from '../support/app.ts';
import { hostile, hostileTexts, runs, seed, toJson } from '../support/arbitraries.ts';
import type { Client } from '../support/client.ts';
import { isInPath, onTheWire } from '../support/rest-request.ts';
import { callRow, inParallel, post, valuesNamed } from './answers.ts';
import { type Fields, mustRefuse, nameOf, validFields, valuesFor } from './row-attempts.ts';
import { storedFor } from './stored.ts';
import { makeThings, words } from './things.ts';

const app = useApp();

describe.for(rows.map((row) => [nameOf(row), row] as const))('%s', ([_, row]) => {
  const names = Object.keys(row.fields);

  test('refuses hostile values of any field, and changes nothing', async () => {
    const client = await app.client();
    const valid = await fieldsOfThings(client, row);
    const attempts = names.flatMap((name) =>
      valuesFor(row, name)
        .filter((value) => mustRefuse(row, valid, name, value))
        .map((value) => ({ ...valid, [name]: value })),
    );
    const before = await storedFor(app.database, client.owner.account.id);

    const answers = await inParallel(attempts, (fields) => callRow(client, row, fields));

    const accepted = attempts.filter((_, index) => !answers[index]?.failed);
    expect(accepted.map((fields) => toJson(fields).slice(0, 300))).toEqual([]);
    expect(await storedFor(app.database, client.owner.account.id)).toBe(before);
  });

  test('survives hostile values that it accepts, and when it fails all the same, it changes nothing', async () => {
    const client = await app.client();
    const valid = await fieldsOfThings(client, row);
    const attempts = names.flatMap((name) =>
      valuesFor(row, name)
        .filter((value) => (typeof value !== 'string' || row.method === 'GET') && !mustRefuse(row, valid, name, value))
        .map((value) => ({ ...valid, [name]: value })),
    );

    for (const fields of attempts) await callUnchangedIfFailed(client, row, fields);
  });

  const others = names.filter((name) => !isInPath(row.path, name));

  test.skipIf(others.length === 0)('survives several hostile values at once', async () => {
    const client = await app.client();
    const valid = await fieldsOfThings(client, row);
    const values = row.method === 'GET' ? hostile.filter((value) => onTheWire(value).length < 200) : hostile;

    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.constantFrom(...others), values), async (given) => {
        await callUnchangedIfFailed(client, row, { ...valid, ...given });
      }),
      { seed, numRuns: runs },
    );
  });
});

const forms = rows.filter(({ path, fields }) => path.startsWith('/v3') && Object.keys(fields).length > 0);

test.each(forms)('$path survives hostile text in forms', async (row) => {
  const client = await app.client();
  const valid = await fieldsOfThings(client, row);
  const attempts = Object.keys(row.fields).flatMap((name) =>
    hostileTexts.map((text) => new URLSearchParams({ ...(valid as Record<string, string>), [name]: text })),
  );

  await inParallel(fc.sample(fc.constantFrom(...attempts), { seed, numRuns: 40 }), (form) =>
    post(client, row.path, form, { 'Content-Type': 'application/x-www-form-urlencoded' }),
  );
});

const withFreeText = rows.filter((row) => 'customfield1' in row.fields);

test.each(withFreeText)('$path stores hostile text as it was given', async (row) => {
  const client = await app.client();
  const names = Object.keys(row.fields).filter((name) => name.startsWith('customfield'));
  const texts = hostileTexts.filter((text) => text !== '' && text.length <= 50 && text.isWellFormed());
  for (let round = 0; round < texts.length; round += 1) {
    const given = Object.fromEntries(names.map((name, index) => [name, texts[(round + index) % texts.length]]));
    const valid = await fieldsOfThings(client, row);

    const { failed, body } = await callRow(client, row, { ...valid, ...given });

    expect(failed).toBe(false);
    const stored = await storedFor(app.database, client.owner.account.id);
    for (const [name, text] of Object.entries(given)) {
      expect(valuesNamed(name, body)).toEqual(valuesNamed(name, body).map(() => text));
      expect(stored.includes(JSON.stringify(text)), `${name} holds ${JSON.stringify(text)}`).toBe(true);
    }
  }
});

async function fieldsOfThings(client: Client, row: Row<unknown>): Promise<Fields> {
  const things = await makeThings(app.database, client.owner);
  const range = row.fields.startsequence && { startsequence: things.sequence };
  const group = row.fields.smsgroup && { smsgroup: things.smsGroup };
  return { ...validFields(row, [...words, ...Object.values(things)]), ...range, ...group };
}

async function callUnchangedIfFailed(client: Client, row: Row<unknown>, fields: Fields): Promise<void> {
  const before = await storedFor(app.database, client.owner.account.id);
  const { failed } = await callRow(client, row, fields);
  if (failed) expect(await storedFor(app.database, client.owner.account.id)).toBe(before);
}
