import type { ComponentChildren } from 'preact';
import type { UnreadableTable } from '../../kernel/values/csv.ts';
import type { Words } from '../../words/languages.ts';
import type { Page } from '../frame/page.ts';
import { faultOf } from '../frame/upload-request.ts';
import { linkButton } from '../parts/pieces.tsx';
import { tableOf } from '../parts/table.tsx';

export interface SkippedCode {
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

export function importReport(page: Page, { imported, skipped, error, rows }: Report): ComponentChildren {
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
