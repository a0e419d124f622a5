import { buildSchema, execute, type GraphQLError, parse, validate } from 'graphql';
import { expect, test } from 'vitest';
import { listEnumValues } from '../../src/api/enum-values.ts';
import { toProblem } from '../../src/api/errors.ts';
import { withVariableErrors } from '../../src/api/variable-errors.ts';

const schema = buildSchema(`
  enum Color { RED GREEN }
  input Person { name: String! password: String }
  input Input { name: String! amount: Int! note: String color: Color people: [Person!] limit: Int! = 5 }
  type Query { do(input: Input!): Boolean list(first: Int, names: [ID!]): Boolean }
`);
listEnumValues(schema);

const secret = 'hunter2';
const complete = { name: 'a', amount: 1 };
const calls = 'query ($input: Input!) { do(input: $input) }';

/** The problems of a request, in order. */
async function problemsOf(query: string, variableValues: Record<string, unknown> = {}) {
  const document = parse(query);
  const mistakes: readonly GraphQLError[] = validate(schema, document);
  const request = { schema, document, variableValues };
  const { errors = mistakes } = mistakes.length > 0 ? {} : withVariableErrors(await execute(request), request);
  return errors.map((error) => {
    const { code, message, inputErrors } = toProblem(error, {} as never, 'request-1');
    return { code, message, inputErrors: inputErrors.map(({ path, kind }) => [path.join('.'), kind]) };
  });
}

test.each([
  ['a missing variable', {}, [['', 'missing']]],
  ['a null variable', { input: null }, [['', 'invalid']]],
  ['a variable that is not an object', { input: 5 }, [['', 'invalid']]],
  ['a null field', { input: { ...complete, name: null } }, [['name', 'invalid']]],
  ['a field of another type', { input: { ...complete, note: {} } }, [['note', 'invalid']]],
  ['an unknown enum value', { input: { ...complete, color: 'BLUE' } }, [['color', 'invalid']]],
  [
    'a field of an object in a list',
    { input: { ...complete, people: [{ name: 'a' }, {}] } },
    [['people.1.name', 'missing']],
  ],
  ['a field of an object in place of its list', { input: { ...complete, people: {} } }, [['people.name', 'missing']]],
])('%s is an invalid input, with its field', async (_, variables, inputErrors) => {
  expect(await problemsOf(calls, variables)).toMatchObject([{ code: 'INVALID_INPUT', inputErrors }]);
});

// GraphQL reports missing and unknown fields one at a time, and names them only in English text.
test('every missing or unknown field is reported by name', async () => {
  const input = { nam: 'a', people: [{ x: 1, nam: 2 }], amuont: 1 };

  const problems = await problemsOf(calls, { input });

  expect(problems.map(({ message, inputErrors: [inputError] }) => [...(inputError ?? []), message])).toEqual([
    ['name', 'missing', 'input.name: Field "name" of required type "String!" was not provided.'],
    ['amount', 'missing', 'input.amount: Field "amount" of required type "Int!" was not provided.'],
    ['people.0.name', 'missing', 'input.people[0].name: Field "name" of required type "String!" was not provided.'],
    ['people.0.x', 'invalid', 'input.people[0].x: Field "x" is not defined by type "Person".'],
    [
      'people.0.nam',
      'invalid',
      'input.people[0].nam: Field "nam" is not defined by type "Person". Did you mean "name"?',
    ],
    ['nam', 'invalid', 'input.nam: Field "nam" is not defined by type "Input". Did you mean "name"?'],
    ['amuont', 'invalid', 'input.amuont: Field "amuont" is not defined by type "Input". Did you mean "amount"?'],
  ]);
});

test.each([
  ['a variable', calls, { input: { ...complete, color: 'BLUE' } }, 'input.color: Color must be one of RED, GREEN'],
  ['a literal', '{ do(input: { name: "a", amount: 1, color: BLUE }) }', {}, 'Color must be one of RED, GREEN'],
])('a wrong value of an enum in %s gets the list of its values', async (_, query, variables, message) => {
  expect(await problemsOf(query, variables)).toMatchObject([{ message }]);
});

test('a variable outside of the input is reported by its own name', async () => {
  const query = 'query ($count: Int, $ids: [ID!]) { list(first: $count, names: $ids) }';

  expect(await problemsOf(query, { count: 'x', ids: ['a', null] })).toMatchObject([
    { code: 'INVALID_INPUT', inputErrors: [['count', 'invalid']] },
    { code: 'INVALID_INPUT', inputErrors: [['ids.1', 'invalid']] },
  ]);
});

test.each([{ note: { secret } }, { note: [secret] }, { amount: secret }, { amount: 3e9 }, { color: { secret } }])(
  'the response does not repeat the value: %j',
  async (given) => {
    const [problem] = await problemsOf(calls, { input: { ...complete, ...given } });

    expect(problem?.message).toMatch(
      /^input\.\w+: (\w+ cannot represent [\w -]+ value|Color must be one of RED, GREEN)$/,
    );
  },
);

test.each([
  'name: 5',
  `name: "a", note: { x: "${secret}" }`,
  `amount: "${secret}"`,
  `color: "${secret}"`,
  'amount: 3000000000',
])('the response does not repeat a literal of the document: %s', async (fields) => {
  const problems = await problemsOf(`{ do(input: { ${fields} }) }`);

  const [, notified] =
    /^(\w+ cannot represent [\w -]+ value|Color must be one of RED, GREEN)$/m.exec(
      problems.map(({ message }) => message).join('\n'),
    ) ?? [];
  expect(notified).toBeDefined();
  expect(JSON.stringify(problems)).not.toMatch(/hunter2|3000000000/);
  expect(new Set(problems.map(({ code }) => code))).toEqual(new Set(['INVALID_QUERY']));
});

test('an unused variable is an error of the document', async () => {
  expect(await problemsOf('query ($unused: Int) { list }')).toMatchObject([{ code: 'INVALID_QUERY', inputErrors: [] }]);
});

test('the response contains the first 50 errors', async () => {
  const people = Array.from({ length: 1000 }, () => ({ name: 5 }));

  expect(await problemsOf(calls, { input: { ...complete, people } })).toHaveLength(50);
});
