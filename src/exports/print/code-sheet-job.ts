import { couponRow } from '../../coupons/coupon/coupon.ts';
import type { Database } from '../../kernel/database/database.ts';
import { requireRow } from '../../kernel/database/rows.ts';
import { holdJob, type Job, saveProgress } from '../../kernel/jobs/job.ts';
import { defineJob } from '../../kernel/jobs/job-definition.ts';
import { Problem } from '../../kernel/problem.ts';
import { inThread } from '../../kernel/threads/side-thread.ts';
import { isOver } from '../job-file.ts';
import { addPart, dropParts, type PrintSheet, printSheetKind, type SheetProgress } from './code-sheet.ts';
import { labelOf } from './label-wording.ts';
import { nextSessions } from './printed-session.ts';
import type { DrawnPages } from './sheet-drawing.ts';
import { labelsOfPage, sheetLayouts } from './sheet-layout.ts';

/**
 * Draws the pages. They commit together with the progress, so a crash causes no gaps or duplicates. Drawing locks
 * nothing.
 */
export const printSheetJob = defineJob<PrintSheet>(printSheetKind.kind, { step: printNext, onEarlyEnd: dropParts });

/** The maximum number of labels per step. Drawing them takes about 0.25 s, and barcodes for callers wait that long. */
const maxLabels = 96;

export const sheetDrawing = new URL('sheet-drawing.ts', import.meta.url);

async function printNext(database: Database, sheet: PrintSheet, job: Job): Promise<boolean> {
  const progress = JSON.parse(job.progress ?? '') as SheetProgress;
  if (isOver(job)) throw new Problem('EXPORT_NOT_FOUND', 'The sheet was not finished within a day.');
  const coupon = await requireRow(database, couponRow, { accountId: job.accountId ?? '', id: sheet.coupon });
  const { sessions, after, isEnd } = await nextSessions(database, sheet, progress, maxLabels);
  const open = sessions.slice(0, progress.requested - progress.created);
  const isComplete = isEnd || open.length === progress.requested - progress.created;
  const layout = sheetLayouts[sheet.layout];
  const fitting = fittingOf(open.length, labelsOfPage(layout), isComplete);
  const printed = open.slice(0, fitting);
  const labels = printed.map((session) => labelOf(coupon, sheet, session));
  const drawn =
    labels.length > 0
      ? await inThread<DrawnPages>(sheetDrawing, { layout, labels, firstPage: progress.pages }, 'job')
      : null;
  const created = progress.created + printed.length;
  const rest = open.slice(fitting).map(({ sequence }) => sequence);
  return database.transaction(async (transaction) => {
    const held = await holdJob(transaction, job);
    if (!held) return true;
    if (drawn) await addPart(transaction, job, progress.pages, drawn);
    const pages = progress.pages + (drawn?.pages ?? 0);
    await saveProgress(transaction, job, {
      ...progress,
      created,
      pages,
      after,
      rest,
      isComplete,
    } satisfies SheetProgress);
    return isComplete && rest.length === 0;
  });
}

/** A page that is not full waits for the next step, unless it is the last page. */
function fittingOf(open: number, perPage: number, isComplete: boolean): number {
  return isComplete && open <= maxLabels ? open : Math.floor(Math.min(open, maxLabels) / perPage) * perPage;
}
