import { Kind, parse } from 'graphql';
import { expect, test } from 'vitest';
import { operations } from '../../src/api/operation.ts';
import '../../src/main/registries/schema.ts';
import { documents } from '../../src/till/desk/till-documents.ts';
import { tillWords } from '../../src/words/languages.ts';

const { pair: _, ...afterPairing } = documents;

/** The operations that a document calls. */
const operationsOf = (document: string) =>
  parse(document).definitions.flatMap((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION
      ? definition.selectionSet.selections.flatMap((field) => (field.kind === Kind.FIELD ? field.name.value : []))
      : [],
  );

test.each(Object.entries(afterPairing))('the till has words for every reason why %s is refused', (_, document) => {
  const reasons = operationsOf(document).flatMap((name) => operations.get(name)?.problems ?? []);

  for (const { reasons: words } of Object.values(tillWords))
    expect(reasons.filter((reason) => !Object.hasOwn(words, reason))).toEqual([]);
});
