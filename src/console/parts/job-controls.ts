import { mutationOf } from '../../documents/typed-document.ts';
import type { Words } from '../../words/languages.ts';
import type { Page } from '../frame/page.ts';
import { type Form, form } from '../frame/screen.ts';

type ControlWords = Record<'pause' | 'paused' | 'resume' | 'resumed' | 'cancel' | 'cancelled', string>;

/** Returns forms for the job in the path or, in the rows of a list, for the job in a field. */
export function jobControls(words: (words: Words) => ControlWords, { inRows = false } = {}) {
  const which = inRows
    ? { fields: { id: { kind: 'hidden' } } as const }
    : { adds: ({ params }: Page) => ({ id: params.job }) };
  const control = (document: Form['document'], submit: keyof ControlWords, done: keyof ControlWords) =>
    form(document, {
      ...which,
      says: (all) => [words(all)[submit], words(all)[done]],
    });
  return {
    pause: control(mutationOf('pauseJob'), 'pause', 'paused'),
    resume: control(mutationOf('resumeJob'), 'resume', 'resumed'),
    cancel: control(mutationOf('cancelJob'), 'cancel', 'cancelled'),
  };
}
