import type { PageLanguage } from './page-language.ts';

const en = {
  offeredBy: 'Offered by',
  pictures: (name: string) => `Pictures of ${name}`,
  terms: 'Terms and conditions',
};

const de: typeof en = {
  offeredBy: 'Ein Angebot von',
  pictures: (name) => `Bilder von ${name}`,
  terms: 'Teilnahmebedingungen',
};

/** The text around an offer: whose it is, its pictures and its terms. */
export const offerWords: Record<PageLanguage, typeof en> = { en, de };
