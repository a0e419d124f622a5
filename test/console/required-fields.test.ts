import { type DocumentNode, isInputObjectType, isNonNullType, typeFromAST } from 'graphql';
import { expect, test } from 'vitest';
import type { Form } from '../../src/console/frame/screen.ts';
import { screens } from '../../src/console/screen-list.ts';
import { schema } from '../../src/main/registries/schema.ts';
import { dictionaries } from '../../src/words/languages.ts';

const forms = screens.flatMap(({ path, forms = {} }) =>
  Object.entries(forms).map(([name, form]) => [`${path} ${name}`, form] as const),
);

/** What the page does not call optional. */
const isNeeded = ({ required, either, kind }: Form['fields'][string]) =>
  required || either || kind === 'hidden' || kind === 'checkbox' || kind === 'checks';

test.each(forms)('the form %s calls nothing optional that its mutation needs', (_, form) => {
  const needed = neededBy(form.document as DocumentNode);
  const optional = Object.entries(form.fields).filter(([, field]) => !isNeeded(field));

  expect(optional.map(([name, { at = name }]) => at).filter((at) => needed.includes(at))).toEqual([]);
});

test('of the numbers of a range and the operation of a batch, none is called optional', () => {
  const batch = forms.find(([name]) => name === '/campaigns/:campaign/codes/batch batch')?.[1];

  for (const name of ['startSequence', 'endSequence', 'operation']) expect(batch?.fields[name]?.either).toBe(true);
});

test.each(forms)('every field of the form %s has a label in every language', (_, { fields }) => {
  const visible = Object.entries(fields).filter(([, { kind }]) => kind !== 'hidden');

  for (const words of Object.values(dictionaries))
    expect(visible.filter(([, { label }]) => !label?.(words)).map(([name]) => name)).toEqual([]);
});

/** Returns the members of the input without which the call fails. */
function neededBy(document: DocumentNode): string[] {
  const [operation] = document.definitions;
  if (operation?.kind !== 'OperationDefinition' || operation.operation !== 'mutation') return [];
  const variable = operation.variableDefinitions?.find((definition) => definition.variable.name.value === 'input');
  const type = variable && typeFromAST(schema, variable.type as never);
  const input = isNonNullType(type) ? type.ofType : type;
  if (!isInputObjectType(input)) return [];
  return Object.values(input.getFields())
    .filter((field) => isNonNullType(field.type) && field.defaultValue === undefined)
    .map(({ name }) => name);
}
