import type { Request } from 'express';

/** The languages of customer pages, with the places whose way to write times and numbers they follow. */
export const locales = { en: 'en-GB', de: 'de-DE' } as const;

export type PageLanguage = keyof typeof locales;

const known = Object.keys(locales) as PageLanguage[];

/** Returns the first language that the browser asks for and the pages speak. */
export function pageLanguage(request: Request): PageLanguage {
  const preferred = request.headers['accept-language'] ? request.acceptsLanguages(known) : false;
  return known.find((language) => language === preferred) ?? 'en';
}
