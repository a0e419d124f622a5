import type { Desk } from '../desk/desk.ts';
import type { TillWords } from '../words/till-words.ts';

export interface Shown {
  desk: Desk;
  words: TillWords;
  language: string;
  chooseLanguage: (language: string) => void;
}
