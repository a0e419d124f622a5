import type { ComponentChildren } from 'preact';
import { graphql, mutationOf } from '../../documents/typed-document.ts';
import { type SheetLayout, type SheetLayoutName, sheetLayouts } from '../../exports/print/sheet-layout.ts';
import { enumName, languages, ownName } from '../../words/languages.ts';
import { campaignHeader } from '../campaigns/campaign-tabs.tsx';
import { labelled } from '../frame/labelled-fields.ts';
import type { Page } from '../frame/page.ts';
import { form, screen } from '../frame/screen.ts';
import { formOf } from '../parts/form.tsx';
import { linkButton } from '../parts/pieces.tsx';

const layouts = Object.keys(sheetLayouts) as SheetLayoutName[];
const states = ['UNCLAIMED', 'LOCKED', 'VOIDED', 'EXPIRED'] as const;
const barcodes = ['QRCODE', 'CODE128B', 'AZTEC', 'PDF417', 'CODE39'] as const;

const which = labelled(({ codes }) => codes.print)({
  state: {
    kind: 'select',
    options: (words) => [
      ['', words.codes.print.allStates],
      ...states.map((state) => [state, words.codes.states[state]] as const),
    ],
  },
  firstSequence: { kind: 'number', word: 'first', hint: (words) => words.codes.print.rangeHint, min: 0 },
  lastSequence: { kind: 'number', word: 'last', min: 0 },
});

const look = labelled(({ codes }) => codes.print)({
  barcode: {
    kind: 'select',
    options: (words) => [
      ['', words.codes.print.ofCampaign],
      ...barcodes.map((type) => [type, words.codes.print.barcodes[type]] as const),
    ],
  },
  isAddress: { kind: 'checkbox' },
  labelText: { kind: 'text', word: 'text', maxLength: 200 },
  language: {
    kind: 'select',
    required: true,
    options: () => languages.map((language) => [enumName(language), ownName(language)]),
  },
  showPrice: { kind: 'checkbox' },
  showExpiry: { kind: 'checkbox' },
  showCode: { kind: 'checkbox' },
});

const printForm = form({
  document: mutationOf('createPrintSheet', 'job { id }'),
  fields: labelled(({ codes }) => codes.print)({
    layout: {
      kind: 'select',
      required: true,
      options: (words) => layouts.map((layout) => [layout, words.codes.print.layouts[layout]]),
    },
    amount: { kind: 'number', required: true, min: 1, max: 10_000 },
    ...which,
    ...look,
  }),
  adds: ({ params }) => ({ coupon: params.campaign }),
  submit: (words) => words.codes.print.submit,
  opens: ({ createPrintSheet: { job } }, page) => page.to(`/campaigns/${page.params.campaign}/codes/jobs/${job.id}`),
});

export const codePrintScreen = screen({
  path: '/campaigns/:campaign/codes/print',
  scope: 'READ',
  document: graphql(`
    query ConsolePrint($coupon: ID!, $language: PrintLanguage!) {
      coupon(id: $coupon) { id name state }
      small: tableTentUrl(coupon: $coupon, size: A5, language: $language)
      large: tableTentUrl(coupon: $coupon, size: A4, language: $language)
    }
  `),
  variables: (page) => ({ coupon: page.params.campaign ?? '', language: enumName(page.language) }),
  title: (_, { words }) => words.codes.print.title,
  forms: { print: printForm },
  view: ({ coupon, small, large }, page) => {
    const { print } = page.words.codes;
    const groups = [
      { legend: print.which, fields: Object.keys(which), open: false },
      { legend: print.look, fields: Object.keys(look), open: false },
    ];
    const shown = { showPrice: 'on', showExpiry: 'on', showCode: 'on' };
    const values = { layout: 'L7160', amount: 100, language: enumName(page.language), ...shown };
    return [
      campaignHeader(page, coupon),
      page.may('WRITE') && <ul class="papers">{layouts.map((name) => paperOf(page, name))}</ul>,
      formOf(page, 'print', { legend: print.title, values, groups }),
      <h2>{print.tent}</h2>,
      <p class="hint">{print.tentHint}</p>,
      <div class="actions">
        {linkButton(small, print.tents.A5, 'quiet')}
        {linkButton(large, print.tents.A4, 'quiet')}
      </div>,
    ];
  },
});

/** Draws a small picture of a layout: the page and its labels. */
function paperOf({ words }: Page, name: SheetLayoutName): ComponentChildren {
  const layout: SheetLayout = sheetLayouts[name];
  const [width, height] = layout.page;
  const labels = Array.from({ length: layout.columns * layout.rows }, (_, index) => (
    <rect
      x={layout.left + (index % layout.columns) * layout.pitch[0]}
      y={layout.top + Math.floor(index / layout.columns) * layout.pitch[1]}
      width={layout.label[0]}
      height={layout.label[1]}
      rx={3}
    />
  ));
  const viewBox = `0 0 ${width} ${height}`;
  return (
    <li>
      <svg viewBox={viewBox} aria-hidden>
        {labels}
      </svg>
      {words.codes.print.layouts[name]}
    </li>
  );
}
