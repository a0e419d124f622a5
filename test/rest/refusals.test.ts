import { describe, expect, test } from 'vitest';
import { rows } from '../../src/rest/documented-paths.ts';
import { nameOf } from '../generated/row-attempts.ts';
import { useAppWithBackground } from '../support/app.ts';
import { codesOf, operationAt } from './openapi-document.ts';
import * as barcode from './refusals/barcode.ts';
import * as batch from './refusals/batch.ts';
import * as bulk from './refusals/bulk.ts';
import * as contacts from './refusals/contacts.ts';
import * as coupons from './refusals/coupons.ts';
import * as directories from './refusals/directories.ts';
import * as directoryUsers from './refusals/directory-users.ts';
import * as loyaltyBalances from './refusals/loyalty-balances.ts';
import * as loyaltyCards from './refusals/loyalty-cards.ts';
import * as loyaltyUsers from './refusals/loyalty-users.ts';
import * as loyaltyUsersV3 from './refusals/loyalty-users-v3.ts';
import * as pushes from './refusals/pushes.ts';
import * as search from './refusals/search.ts';
import * as sends from './refusals/sends.ts';
import * as sessionLists from './refusals/session-lists.ts';
import * as sessions from './refusals/sessions.ts';
import * as singleUse from './refusals/single-use.ts';
import type { Refusals } from './refusals/table.ts';
import * as webhook from './refusals/webhook.ts';
import { specifiedCodes, statusOf } from './specification.ts';

const app = useAppWithBackground();
const tables: Refusals[] = [
  coupons,
  sessions,
  sessionLists,
  singleUse,
  bulk,
  batch,
  search,
  barcode,
  webhook,
  loyaltyCards,
  loyaltyUsers,
  loyaltyBalances,
  loyaltyUsersV3,
  directories,
  directoryUsers,
  contacts,
  sends,
  pushes,
].flatMap((module) => Object.values(module));
const reasons: Record<number, string> = {
  400: 'Bad Request',
  404: 'Not Found',
  409: 'Conflict',
  422: 'Unprocessable entity',
};

test('every path has a table of refusals', () => {
  expect(tables.map(nameOf).sort()).toEqual(rows.map(nameOf).sort());
});

const cases = tables.map((table) => [nameOf(table), table] as const);

describe.for(cases)('%s', ([name, table]) => {
  const { path, document, of } = table;

  test('returns the specified codes for every refusal', async () => {
    const client = await app.client();
    const refusals = await of(app, client);
    const answers = await Promise.all(refusals.map(({ fields, as = client }) => as.call(table, fields)));
    const seen = refusals.map(({ when }, index) => ({
      when,
      status: answers[index]?.status,
      codes: answers[index]?.codes,
    }));
    expect(seen).toEqual(
      refusals.map(({ when, codes }) => ({ when, status: table.status ?? statusOf(path, codes), codes })),
    );
    for (const { status, body } of answers) {
      const { error_message, error_message_description, error_code } = body.status.errors;
      expect([body.status.status, error_message]).toEqual(['failed', `HTTP/1.0 ${status} ${reasons[status]}.`]);
      expect(error_message_description.filter((text: string) => text.length > 5)).toHaveLength(error_code.length);
    }
  });

  test('refuses the same requests by GraphQL', async () => {
    const client = await app.client();
    const refusals = (await of(app, client)).filter(({ variables }) => variables);
    const answers = await Promise.all(
      refusals.map((each) => (each.as ?? client).graphql(each.document ?? document, each.variables)),
    );
    const seen = refusals.map(({ when }, index) => ({ when, codes: [...new Set(answers[index]?.codes)] }));
    expect(seen).toEqual(refusals.map(({ when, problem }) => ({ when, codes: [problem] })));
  });

  test('returns every code that the reference and the specification list', async () => {
    const shown = new Set((await of(app, await app.client())).flatMap(({ codes }) => codes));
    const operation = operationAt(path, table.method);
    const statuses = Object.keys(operation.responses).map(Number);
    const listed = statuses.flatMap((status) => codesOf(operation, status)).map(Number);
    // Codes from 1000 on are those of every path.
    const own = [...listed, ...(specifiedCodes[name] ?? [])].filter((code) => code < 1000);
    expect([...new Set(own)].filter((code) => !shown.has(code))).toEqual([]);
  });
});
