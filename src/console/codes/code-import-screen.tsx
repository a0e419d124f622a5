import { mutationOf } from '../../documents/typed-document.ts';
import type { UnreadableTable } from '../../kernel/values/csv.ts';
import { type ImportSummary, importCodes, readPastedCodes } from '../../sessions/validation-code/code-import.ts';
import type { Words } from '../../words/languages.ts';
import { campaignHeader, campaignOfCodes } from '../campaigns/campaign-tabs.tsx';
import { labelled } from '../frame/labelled-fields.ts';
import type { Page } from '../frame/page.ts';
import { form, screen } from '../frame/screen.ts';
import { faultOf, upload } from '../frame/upload-request.ts';
import { formOf } from '../parts/form.tsx';
import { linkButton, tableOf } from '../parts/pieces.tsx';
import { uploadOf } from '../parts/upload-form.tsx';

const pasteForm = form(mutationOf('importCouponCodes', 'imported skipped { line code reason }'), {
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

interface SkippedCode {
  line: number;
  code: string;
  reason: keyof Words['codes']['import']['reasons'];
}

interface Report {
  imported: number;
  skipped: number;
  /** The reason why the import stopped before the end of the file. */
  error?: UnreadableTable;
  /** The first skipped lines. */
  rows: readonly SkippedCode[];
}

function importReport(page: Page, { imported, skipped, error, rows }: Report) {
  const { import: words, fields, actions } = page.words.codes;
  const path = `/campaigns/${page.params.campaign}/codes`;
  return (
    <div class="card" role="status">
      <h2>{words.imported(page.number(imported))}</h2>
      {error && <p class="note bad">{words.broken(faultOf(page, error))}</p>}
      {skipped > 0 && (
        <p>
          {words.skipped(page.number(skipped))}
          {'. '}
          {skipped > rows.length && words.first(page.number(rows.length))}
        </p>
      )}
      {tableOf({
        caption: words.skipped(page.number(skipped)),
        rows,
        empty: null,
        columns: [
          { name: words.line, cell: ({ line }) => page.number(line), number: true },
          { name: fields.code, cell: ({ code }) => <span class="mono">{code || '–'}</span> },
          { name: words.reason, cell: ({ reason }) => words.reasons[reason] },
        ],
      })}
      <div class="actions">
        {linkButton(page.to(`${path}/import`), words.again, 'quiet')}
        {linkButton(page.to(path), actions.all)}
      </div>
    </div>
  );
}
