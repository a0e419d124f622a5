import type { Request } from 'express';
import { type Language, languages } from '../../words/languages.ts';

/** Returns the first language that the browser asks for and our pages have, or English. */
export function pageLanguage(request: Request): Language {
  return preferredLanguage(request, languages);
}

/** Returns the first of the languages that the browser asks for, or English. */
export function preferredLanguage<Name extends string>(request: Request, known: readonly Name[]): Name | 'en' {
  const preferred = request.headers['accept-language'] ? request.acceptsLanguages([...known]) : false;
  return known.find((language) => language === preferred) ?? 'en';
}
