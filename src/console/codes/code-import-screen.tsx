import { mutationOf } from '../../documents/typed-document.ts';
import { type ImportSummary, importCodes, readPastedCodes } from '../../sessions/validation-code/code-import.ts';
import { campaignHeader } from '../campaigns/campaign-tabs.tsx';
import { labelled } from '../frame/labelled-fields.ts';
import { form, screen } from '../frame/screen.ts';
import { upload } from '../frame/upload-request.ts';
import { formOf } from '../parts/form.tsx';
import { uploadOf } from '../parts/upload-form.tsx';
import { campaignOfCodes } from './campaign-of-codes.ts';
import { importReport, type SkippedCode } from './code-import-report.tsx';

const pasteForm = form({
  document: mutationOf('importCouponCodes', 'imported skipped { line code reason }'),
  fields: labelled(({ codes }) => codes.import)({
    codes: { kind: 'lines', word: 'paste', required: true },
  }),
  variables: ({ codes = [] }: { codes?: string[] }, page) => ({
    input: { codes: readPastedCodes(codes), coupon: page.params.campaign ?? '' },
  }),
  submit: (words) => words.codes.import.submit,
  show: ({ importCouponCodes: { imported, skipped } }, page) =>
    importReport(page, { imported, skipped: skipped.length, rows: skipped.slice(0, maxShown) }),
});

/** The same number of rows as in the report of a file. */
const maxShown = 100;

const fileForm = upload<SkippedCode, ImportSummary>({
  scope: 'WRITE',
  label: (words) => words.codes.import.file,
  hint: (words) => words.codes.import.fileHint,
  accept: '.csv,.txt,text/csv,text/plain',
  submit: (words) => words.codes.import.submitFile,
  take: ({ database }, page, file) => importCodes(database, page.viewer.account.id, page.params.campaign ?? '', file),
  show: ({ rows, summary }, page) => importReport(page, { ...summary, rows }),
});

export const codeImportScreen = screen({
  path: '/campaigns/:campaign/codes/import',
  scope: 'WRITE',
  document: campaignOfCodes,
  variables: ({ params }) => ({ coupon: params.campaign ?? '' }),
  title: (_, { words }) => words.codes.import.title,
  forms: { paste: pasteForm },
  uploads: { file: fileForm },
  view: ({ coupon }, page) => {
    const { title, lead, fileTitle, pasteTitle } = page.words.codes.import;
    return [
      campaignHeader(page, coupon),
      <h2>{title}</h2>,
      <p class="lead">{lead}</p>,
      <div class="cards">
        {uploadOf(page, 'file', { legend: fileTitle })}
        {formOf(page, 'paste', { legend: pasteTitle })}
      </div>,
    ];
  },
});
