import type { Request } from 'express';
import { pageLanguage } from '../../http/browser/page-language.ts';
import { dictionaries, type Language } from '../../words/languages.ts';

const cookieName = 'console-language';

/** Returns the chosen language, or the first supported one that the browser asks for. */
export function languageOf(request: Request): Language {
  const [, chosen = ''] = new RegExp(`(?:^|;)\\s*${cookieName}=(\\w+)`).exec(request.headers.cookie ?? '') ?? [];
  return isLanguage(chosen) ? chosen : pageLanguage(request);
}

/** Returns a cookie that keeps the choice for a year. */
export function languageCookie(language: Language): string {
  return `${cookieName}=${language}; Path=/console; Max-Age=31536000; SameSite=Lax; HttpOnly`;
}

export function isLanguage(value: unknown): value is Language {
  return typeof value === 'string' && Object.hasOwn(dictionaries, value);
}
