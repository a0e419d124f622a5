import { describe, expect, test } from 'vitest';
import { rows } from '../../src/rest/rows.ts';
import { useApp } from '../support/app.ts';
import * as coupons from './refusals/coupons.ts';
import * as sessionLists from './refusals/session-lists.ts';
import * as sessions from './refusals/sessions.ts';
import * as singleUse from './refusals/single-use.ts';
import { specifiedCodes } from './specification.ts';

const app = useApp();
const tables = [coupons, sessions, sessionLists, singleUse].flatMap((module) => Object.values(module));

test('every path has its table of refusals', () => {
  expect(tables.map(({ path }) => path).sort()).toEqual(rows.map(({ path }) => path).sort());
});

describe.for(tables)('$path', ({ path, document, of }) => {
  test('refuses with the codes of the specification', async () => {
    const client = await app.client();
    const refusals = await of(app, client);
    const answers = await Promise.all(refusals.map(({ fields }) => client.rest(path, fields)));
    const seen = refusals.map(({ when }, index) => ({
      when,
      status: answers[index]?.status,
      codes: answers[index]?.codes,
    }));
    expect(seen).toEqual(refusals.map(({ when, codes }) => ({ when, status: 422, codes })));
    for (const { body } of answers) {
      const { error_message, error_message_description, error_code } = body.status.errors;
      expect([body.status.status, error_message]).toEqual(['failed', 'HTTP/1.0 422 Unprocessable entity.']);
      expect(error_message_description.filter((text: string) => text.length > 5)).toHaveLength(error_code.length);
    }
  });

  test('refuses the same by GraphQL', async () => {
    const client = await app.client();
    const refusals = (await of(app, client)).filter(({ variables }) => variables);
    const answers = await Promise.all(
      refusals.map((each) => client.graphql(each.document ?? document, each.variables)),
    );
    const seen = refusals.map(({ when }, index) => ({ when, codes: [...new Set(answers[index]?.codes)] }));
    expect(seen).toEqual(refusals.map(({ when, problem }) => ({ when, codes: [problem] })));
  });

  test('shows every code that it can answer', async () => {
    const shown = new Set((await of(app, await app.client())).flatMap(({ codes }) => codes));
    const { calls, fields } = rows.find((row) => row.path === path) ?? { calls: {}, fields: {} };
    const declared = Object.values(calls).flatMap(({ codes }) => Object.values(codes));
    const ofFields = Object.values(fields).flatMap(({ invalid, required }) => [invalid, ...(required ? [200] : [])]);
    const possible = [
      ...declared,
      ...ofFields.filter((code) => typeof code === 'number'),
      ...(specifiedCodes[path] ?? []),
    ];
    expect([...new Set(possible)].filter((code) => !shown.has(code))).toEqual([]);
  });
});
