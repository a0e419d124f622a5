import { z } from 'zod';
import { languageEnum } from '../../api/inputs.ts';
import { languages } from '../../words/languages.ts';
import { type SheetLayoutName, sheetLayouts, type TentSize, tentLayouts } from './sheet-layout.ts';

export const sheetLayout = z.enum(Object.keys(sheetLayouts) as SheetLayoutName[]).meta({
  id: 'PrintLayout',
  description: 'The paper of a sheet of codes and the positions of its labels.',
  values: {
    L7160: 'Avery L7160 and compatible labels: 21 labels of 63.5 × 38.1 mm on A4.',
    L7163: 'Avery L7163 and compatible labels: 14 labels of 99.1 × 38.1 mm on A4.',
    A3422: 'Avery 3422 and compatible labels: 24 labels of 70 × 35 mm on A4.',
    US5160: 'Avery 5160 and compatible labels: 30 labels of 2⅝ × 1 inches on US Letter.',
    BUSINESS_CARDS: '10 cards of 85 × 55 mm on A4, with lines to cut along.',
    A6: 'One code on each page of 105 × 148 mm.',
    A4: 'One code on each page of 210 × 297 mm.',
  },
});

export const printLanguage = languageEnum(
  languages,
  'PrintLanguage',
  'The language of words, dates and amounts on paper.',
);

export const tentSize = z.enum(Object.keys(tentLayouts) as TentSize[]).meta({
  id: 'TableTentSize',
  description: 'The paper of a table tent before folding.',
  values: { A5: '148 × 210 mm.', A4: '210 × 297 mm.' },
});
