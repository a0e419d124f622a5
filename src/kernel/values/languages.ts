/** For the console and customer pages. The region decides the formats of times and numbers. */
export const locales = { en: 'en-GB', de: 'de-DE' } as const;

export type Language = keyof typeof locales;
