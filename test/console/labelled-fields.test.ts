import { expect, test } from 'vitest';
import { labelled } from '../../src/console/frame/labelled-fields.ts';
import type { LabelledField } from '../../src/console/frame/screen-field.ts';
import { dictionaries } from '../../src/words/languages.ts';

test('a field finds its label, its hint and what a value has to be by its name', () => {
  const { domain } = labelled(({ settings }) => settings.account)({ domain: { kind: 'text' } });
  const { account } = dictionaries.de.settings;

  expect([domain.label, domain.hint, domain.error].map((words) => words?.(dictionaries.de))).toEqual([
    account.domain,
    account.domainHint,
    account.domainError,
  ]);
});

test('a form with a field of which the dictionary has no label does not compile', () => {
  const nameless = labelled(({ settings }) => settings.account)({ nickname: { kind: 'text' } });
  const misspelt = labelled(({ settings }) => settings.account)({ domain: { kind: 'text', word: 'nickname' } });
  // @ts-expect-error
  const fields: Record<string, LabelledField>[] = [nameless];
  // @ts-expect-error
  fields.push(misspelt);

  expect(fields).toHaveLength(2);
  expect(labelled(({ settings }) => settings.account)({ hidden: { kind: 'hidden' } }).hidden.kind).toBe('hidden');
});
