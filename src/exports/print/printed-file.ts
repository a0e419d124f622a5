import { rootOf } from '../../accounts/account/account-root.ts';
import type { Services } from '../../api/context.ts';
import { type Coupon, couponRow } from '../../coupons/coupon/coupon.ts';
import type { Connection } from '../../kernel/database/database.ts';
import { findRow } from '../../kernel/database/rows.ts';
import { jobRow } from '../../kernel/jobs/job.ts';
import { Problem } from '../../kernel/problem.ts';
import { inThread } from '../../kernel/threads/side-thread.ts';
import type { SignedPdf } from '../export-address.ts';
import { type PdfPart, pdfOf } from '../pdf/pdf-document.ts';
import { hasSheet, partsOf, printSheetKind, type SheetProgress } from './code-sheet.ts';
import { sheetDrawing } from './code-sheet-job.ts';
import { tentLabel } from './label-wording.ts';
import type { DrawnPages } from './sheet-drawing.ts';
import { tentLayouts } from './sheet-layout.ts';

type Bytes = AsyncGenerator<Uint8Array>;

/** Returns a printed file. Throws `EXPORT_NOT_FOUND` if the file or its coupon no longer exists. */
export async function printedFile(services: Services, file: SignedPdf): Promise<Bytes> {
  return file.type === 'PRINT_SHEET' ? sheetOf(services.database, file) : tentOf(services, file);
}

async function sheetOf(connection: Connection, { accountId, subject }: SignedPdf): Promise<Bytes> {
  const job = await findRow(connection, jobRow, { accountId, id: subject });
  if (!job || !hasSheet(job)) throw new Problem('EXPORT_NOT_FOUND');
  await requireCoupon(connection, accountId, printSheetKind.inputOf(job).coupon);
  const { pages } = JSON.parse(job.progress ?? '') as SheetProgress;
  const characters = new Set<string>();
  const drawn = async function* (): AsyncGenerator<PdfPart> {
    for await (const part of partsOf(connection, job.id, pages)) {
      for (const character of part.characters) characters.add(character);
      yield { bytes: Buffer.from(part.bytes, 'base64'), offsets: JSON.parse(part.offsets) };
    }
  };
  return pdfOf(drawn(), () => fontsOf(characters));
}

async function tentOf({ database, publicUrl }: Services, { accountId, subject, tent }: SignedPdf): Promise<Bytes> {
  const { size, language } = tent ?? { size: 'A5', language: 'EN' };
  const coupon = await requireCoupon(database, accountId, subject);
  const label = tentLabel(coupon, language, publicUrl);
  const layout = tentLayouts[size];
  const of = { rootId: await rootOf(database, accountId) };
  const drawn = await inThread<DrawnPages>(sheetDrawing, { layout, labels: [label, label], firstPage: 0 }, of);
  const pages = async function* (): AsyncGenerator<PdfPart> {
    yield drawn;
  };
  return pdfOf(pages(), () => fontsOf(drawn.characters));
}

async function requireCoupon(connection: Connection, accountId: string, id: string): Promise<Coupon> {
  const coupon = await findRow(connection, couponRow, { accountId, id });
  if (!coupon) throw new Problem('EXPORT_NOT_FOUND');
  return coupon;
}

const fontDrawing = new URL('../pdf/font-drawing.ts', import.meta.url);

function fontsOf(characters: Iterable<string>): Promise<ReadonlyMap<number, Uint8Array>> {
  return inThread(fontDrawing, [...characters].join(''), 'job');
}
