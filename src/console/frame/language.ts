import type { Request } from 'express';
import { type Language, languages } from '../words/words.ts';

const cookieName = 'console-language';

/** The chosen language, or the first supported one that the browser asks for. */
export function languageOf(request: Request): Language {
  const [, chosen = ''] = new RegExp(`(?:^|;)\\s*${cookieName}=(\\w+)`).exec(request.headers.cookie ?? '') ?? [];
  const known = Object.keys(languages) as Language[];
  if (isLanguage(chosen)) return chosen;
  const preferred = request.headers['accept-language'] ? request.acceptsLanguages(known) : false;
  return isLanguage(preferred) ? preferred : 'en';
}

/** Keeps the choice for a year. */
export function languageCookie(language: Language): string {
  return `${cookieName}=${language}; Path=/console; Max-Age=31536000; SameSite=Lax; HttpOnly`;
}

export function isLanguage(value: unknown): value is Language {
  return typeof value === 'string' && Object.hasOwn(languages, value);
}
