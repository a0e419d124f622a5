import type { Database } from '../../kernel/database/database.ts';
import { invalidInput } from '../../kernel/problem.ts';
import { inThread, type TaskOwner } from '../../kernel/threads/side-thread.ts';
import { barcodeText } from '../../sessions/barcode/barcode.ts';
import { begunSheet, type PrintSheet } from './code-sheet.ts';
import { nextSessions } from './printed-session.ts';
import { sheetLayouts } from './sheet-layout.ts';

const sheetRoom = new URL('sheet-room.ts', import.meta.url);

/** One code in this many may be too long for the label. */
const oneOf = 20;

/** Throws if codes are too long for readable barcodes. QR codes would be useless to shops with linear scanners. */
export async function requireReadableBarcodes(database: Database, sheet: PrintSheet, of: TaskOwner): Promise<void> {
  const { barcode: type, layout, amount } = sheet;
  if (!type || type === 'QRCODE') return;
  const { sessions } = await nextSessions(database, sheet, begunSheet(sheet), amount);
  const texts = sessions.slice(0, amount).map(barcodeText);
  const text = texts.toSorted((one, other) => widthOf(other) - widthOf(one))[Math.floor(texts.length / oneOf)];
  if (text === undefined) return;
  const barcode = { text, type };
  if (await inThread<boolean>(sheetRoom, { layout: sheetLayouts[layout], barcode }, of)) return;
  throw invalidInput(
    'barcode',
    `is too wide on labels of ${layout} for codes such as ${text}: scanners could not read it. Use ${type === 'CODE39' ? 'CODE128B, ' : ''}QRCODE or larger labels`,
  );
}

/**
 * Returns the width of a text. Lowercase letters and most special characters take twice the space in Code 39. In other
 * symbologies, the widths differ little.
 */
function widthOf(text: string): number {
  return text.length + (text.match(/[^0-9A-Z .-]/g)?.length ?? 0);
}
