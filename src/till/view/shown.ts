import type { TillWords } from '../../words/en/till-en.ts';
import type { Language } from '../../words/languages.ts';
import type { Desk } from '../desk/desk.ts';

export interface Shown {
  desk: Desk;
  words: TillWords;
  language: Language;
  chooseLanguage: (language: Language) => void;
}
