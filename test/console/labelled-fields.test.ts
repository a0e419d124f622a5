import { expect, test } from 'vitest';
import { labelled } from '../../src/console/frame/labelled-fields.ts';
import { dictionaries } from '../../src/words/languages.ts';

test('a field finds its label, its hint and what a value has to be by its name', () => {
  const { domain } = labelled(({ settings }) => settings.account)({ domain: { kind: 'text' } });
  const { account } = dictionaries.de.settings;

  expect([domain.label, domain.hint, domain.refusal].map((words) => words?.(dictionaries.de))).toEqual([
    account.domain,
    account.domainHint,
    account.domainRefusal,
  ]);
});

test('a field of which the dictionary has no label does not compile', () => {
  // @ts-expect-error
  labelled(({ settings }) => settings.account)({ nickname: { kind: 'text' } });
  // @ts-expect-error
  labelled(({ settings }) => settings.account)({ domain: { kind: 'text', word: 'nickname' } });

  expect(labelled(({ settings }) => settings.account)({ hidden: { kind: 'hidden' } }).hidden.kind).toBe('hidden');
});
