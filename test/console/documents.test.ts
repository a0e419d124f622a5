import { type DocumentNode, validate } from 'graphql';
import { expect, test } from 'vitest';
import { screens } from '../../src/console/screen-list.ts';
import { schema } from '../../src/main/registries/schema.ts';

const documents = screens.flatMap(({ path, document, forms = {} }) => [
  ...(document ? [[path, document] as const] : []),
  ...Object.entries(forms).map(([name, form]) => [`${path} ${name}`, form.document] as const),
]);

test.each(documents)('the document of %s is valid', (_, document) => {
  expect(validate(schema, document as DocumentNode).map(({ message }) => message)).toEqual([]);
});

test('paths are unique', () => {
  const paths = screens.map(({ path }) => path.replace(/:\w+/g, ':'));
  expect(paths).toEqual([...new Set(paths)]);
});
