import type { Language } from '../../kernel/values/languages.ts';
import { de } from './de.ts';
import { en } from './en.ts';

/** All visible text of the console in one language. */
export type Words = typeof en;

export const languages = { en, de } satisfies Record<Language, Words>;

export type { Language };
