import { hasRoom, type LabelBarcode, points } from './label-symbol.ts';
import type { SheetLayout } from './sheet-layout.ts';

export function run({ layout, barcode }: { layout: SheetLayout; barcode: LabelBarcode }): Promise<boolean> {
  const [width, height] = layout.label;
  return hasRoom(barcode, { x: 0, y: 0, width: points(width), height: points(height) });
}
