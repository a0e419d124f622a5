import type { Request } from 'express';
import { type Language, locales } from '../../kernel/values/languages.ts';

export { locales };

export type PageLanguage = Language;

const known = Object.keys(locales) as PageLanguage[];

export function pageLanguage(request: Request): PageLanguage {
  const preferred = request.headers['accept-language'] ? request.acceptsLanguages(known) : false;
  return known.find((language) => language === preferred) ?? 'en';
}
