/** The languages of the console and of customer pages, with the places whose way to write times and numbers they follow. */
export const locales = { en: 'en-GB', de: 'de-DE' } as const;

export type Language = keyof typeof locales;
