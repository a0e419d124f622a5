import type { ComponentChildren } from 'preact';
import { graphql } from '../../documents/typed-document.ts';
import { type SheetLayout, type SheetLayoutName, sheetLayouts } from '../../exports/print/sheet-layout.ts';
import { enumName, languages, ownName } from '../../words/languages.ts';
import { campaignHeader } from '../campaigns/campaign-tabs.tsx';
import type { Page } from '../frame/page.ts';
import { form, screen } from '../frame/screen.ts';
import type { Field } from '../frame/screen-field.ts';
import { formOf } from '../parts/form.tsx';
import { linkButton } from '../parts/pieces.tsx';

const layouts = Object.keys(sheetLayouts) as SheetLayoutName[];
const states = ['UNCLAIMED', 'LOCKED', 'VOIDED', 'EXPIRED'] as const;
const barcodes = ['QRCODE', 'CODE128B', 'AZTEC', 'PDF417', 'CODE39'] as const;

const which = {
  state: {
    kind: 'select',
    label: (words) => words.codes.print.state,
    options: (words) => [
      ['', words.codes.print.allStates],
      ...states.map((state) => [state, words.codes.states[state]] as const),
    ],
  },
  firstSequence: {
    kind: 'number',
    label: (words) => words.codes.print.first,
    hint: (words) => words.codes.print.rangeHint,
    min: 0,
  },
  lastSequence: { kind: 'number', label: (words) => words.codes.print.last, min: 0 },
} satisfies Record<string, Field>;

const look = {
  barcode: {
    kind: 'select',
    label: (words) => words.codes.print.barcode,
    options: (words) => [
      ['', words.codes.print.ofCampaign],
      ...barcodes.map((type) => [type, words.codes.print.barcodes[type]] as const),
    ],
  },
  isAddress: { kind: 'checkbox', label: (words) => words.codes.print.isAddress },
  labelText: {
    kind: 'text',
    label: (words) => words.codes.print.text,
    hint: (words) => words.codes.print.textHint,
    most: 200,
  },
  language: {
    kind: 'select',
    label: (words) => words.codes.print.language,
    required: true,
    options: () => languages.map((language) => [enumName(language), ownName(language)]),
  },
  showPrice: { kind: 'checkbox', label: (words) => words.codes.print.showPrice },
  showExpiry: { kind: 'checkbox', label: (words) => words.codes.print.showExpiry },
  showCode: { kind: 'checkbox', label: (words) => words.codes.print.showCode },
} satisfies Record<string, Field>;

interface Input {
  layout: SheetLayoutName;
  amount: number;
}

const printForm = form({
  scope: 'WRITE',
  document: graphql(`
    mutation ConsolePrintCodes($input: CreatePrintSheetInput!) {
      createPrintSheet(input: $input) {
        job {
          id
        }
      }
    }
  `),
  fields: {
    layout: {
      kind: 'select',
      label: (words) => words.codes.print.layout,
      required: true,
      options: (words) => layouts.map((layout) => [layout, words.codes.print.layouts[layout]]),
    },
    amount: {
      kind: 'number',
      label: (words) => words.codes.print.amount,
      hint: (words) => words.codes.print.amountHint,
      required: true,
      min: 1,
      max: 10_000,
    },
    ...which,
    ...look,
  },
  variables: (input: Input, page) => ({ input: { ...input, coupon: page.params.campaign ?? '' } }),
  submit: (words) => words.codes.print.submit,
  done: ({ createPrintSheet: { job } }, page) =>
    page.publicUrl + page.to(`/campaigns/${page.params.campaign}/codes/jobs/${job.id}`),
});

export const codePrintScreen = screen({
  path: '/campaigns/:campaign/codes/print',
  area: 'campaigns',
  scope: 'READ',
  document: graphql(`
    query ConsolePrint($coupon: ID!, $language: PrintLanguage!) {
      coupon(id: $coupon) {
        id
        name
        state
      }
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

/** Returns a small picture of a layout: the page, and its labels. */
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
