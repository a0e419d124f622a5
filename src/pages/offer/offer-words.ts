import type { PageLanguage } from './page-language.ts';

/** The text around an offer: whose it is, its pictures and its terms. */
interface OfferWords {
  offeredBy: string;
  pictures: (name: string) => string;
  terms: string;
  notFound: string;
}

export const offerWords: Record<PageLanguage, OfferWords> = {
  en: {
    offeredBy: 'Offered by',
    pictures: (name) => `Pictures of ${name}`,
    terms: 'Terms and conditions',
    notFound: 'Not found',
  },
  de: {
    offeredBy: 'Ein Angebot von',
    pictures: (name) => `Bilder von ${name}`,
    terms: 'Teilnahmebedingungen',
    notFound: 'Nicht gefunden',
  },
};
