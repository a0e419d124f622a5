import { type BarcodeType, written } from '../../sessions/barcode/barcode-symbol.ts';

export interface LabelBarcode {
  text: string;
  type: BarcodeType;
}

/** A rectangle in points, from the lower left corner of the page. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface PlacedSymbol {
  symbol: NonNullable<NonNullable<Awaited<ReturnType<typeof written>>>['symbol']>;
  place: Box;
  texts: Box;
  /** The width of a module, in points. */
  module: number;
  isLinear: boolean;
  isCentred: boolean;
}

export const points = (millimetres: number) => (millimetres * 72) / 25.4;

const gap = points(2);
/** The free space on each side of a linear barcode, outside its quiet zone. */
const sideMargin = points(0.25);
/** The maximum width of a module. A wider one only wastes ink. */
const widestModule = points(1.2);

/** The distance between the dots of most printers. Bars of whole dots have exact widths, which Code 39 needs. */
const dot = 72 / 600;

/** The minimum widths of modules. Many scanners cannot read narrower ones, or many printers cannot print them. */
const narrowestModules: Record<BarcodeType, number> = {
  CODE39: 4 * dot,
  CODE128B: 4 * dot,
  PDF417: 4 * dot,
  AZTEC: points(0.25),
  QRCODE: points(0.25),
};

/**
 * Returns the symbol, or a QR code if the symbology cannot encode the text, or if its modules would be too narrow to
 * read.
 */
export async function symbolOf({ text, type }: LabelBarcode, box: Box): Promise<PlacedSymbol> {
  const own = await placed(text, type, box);
  if (own && isReadable(own, type)) return own;
  const square = type === 'QRCODE' ? own : await placed(text, 'QRCODE', box);
  if (!square) throw new Error('no barcode can hold the text');
  return square;
}

/** Whether the symbology fits on the label, or cannot encode the text at all. */
export async function hasRoom({ text, type }: LabelBarcode, box: Box): Promise<boolean> {
  const own = await placed(text, type, box);
  return !own || isReadable(own, type);
}

function isReadable({ module }: PlacedSymbol, type: BarcodeType): boolean {
  return module >= narrowestModules[type] - 1e-9;
}

async function placed(text: string, type: BarcodeType, box: Box): Promise<PlacedSymbol | null> {
  const { symbol } = (await written(text, type, 1)) ?? {};
  if (!symbol) return null;
  const { width, height } = symbol;
  const isLinear = type === 'CODE39' || type === 'CODE128B';
  const isSquare = width === height;
  const inner = inset(box, Math.min(points(4), box.height * 0.08, box.width * 0.06));
  const isBeside = isSquare && inner.width > inner.height;
  const places = isBeside ? beside(inner) : below(inner, isSquare);
  const place = isLinear ? widened(places.place, box) : places.place;
  const quiet = isLinear ? 10 : isSquare ? 4 : 2;
  const widest = Math.min(widestModule, place.width / (width + 2 * quiet));
  const module = isLinear ? wholeDots(widest) : Math.min(widest, place.height / (height + 2 * quiet));
  return { symbol, place, texts: places.texts, module, isLinear, isCentred: !isBeside };
}

const wholeDots = (width: number) => Math.floor(width / dot) * dot;

const inset = ({ x, y, width, height }: Box, by: number): Box => ({
  ...{ x: x + by, y: y + by, width: width - 2 * by, height: height - 2 * by },
});

/** Widens the place of a linear barcode. Its quiet zone is white, so it may extend into the margin of the label. */
const widened = (place: Box, { x, width }: Box): Box => ({
  ...place,
  ...{ x: x + sideMargin, width: width - 2 * sideMargin },
});

/** Places the barcode on the left, and the texts on the right. */
function beside(box: Box): { place: Box; texts: Box } {
  const side = Math.min(box.height, box.width * 0.5);
  const place = { x: box.x, y: box.y + (box.height - side) / 2, width: side, height: side };
  const x = box.x + side + gap;
  return { place, texts: { ...box, x, width: box.width - side - gap } };
}

function below(box: Box, isSquare: boolean): { place: Box; texts: Box } {
  const height = isSquare ? Math.min(box.width, box.height * 0.55) : Math.min(box.height * 0.45, points(30));
  const rest = box.height - height - gap / 2;
  return { place: { ...box, height }, texts: { ...box, y: box.y + height + gap / 2, height: rest } };
}
