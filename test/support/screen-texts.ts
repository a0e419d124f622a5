import { dictionaries, type Language } from '../../src/words/languages.ts';

/** Returns the texts of all screens and pages. Values such as `${id}` become an ellipsis. */
export const screenTexts = (language: Language) =>
  textsOf(dictionaries[language]).map((text) => text.replaceAll(/\$\{[^}]*\}/g, '…'));

/** The texts below a value. The text of a function stands for the texts that it returns. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'function')
    return [...String(value).matchAll(/'([^']*)'|`([^`]*)`/g)].map(([, a, b]) => a ?? b ?? '');
  return Object.values(value as object).flatMap(textsOf);
}
