import { loadSharp } from '../design/picture-scaling.ts';

const maxKept = 500;
const kept = new Map<string, Promise<Buffer>>();

/** The maximum numbers of stamps in a row and in total. More of them would be too small to see. */
const [rowLength, maxStamps] = [10, 30];

interface Colors {
  background: string;
  foreground: string;
}

export function icon(colors: Colors, size: number): Promise<Buffer> {
  const stamp = circle({ x: size / 2, y: size / 2, radius: size * 0.3, isFull: true });
  return drawing({ ...colors, width: size, height: size }, stamp);
}

/** Draws stamps on 375 by 123 points, at two pixels per point. Returns null if there are too many. */
export function stampStrip(
  colors: Colors,
  { collected, required }: { collected: number; required: number },
): Promise<Buffer> | null {
  if (required > maxStamps) return null;
  const rows = Math.ceil(required / rowLength);
  const columns = Math.ceil(required / rows);
  const [width, height] = [750, 246];
  const cell = Math.min(width / columns, height / rows);
  const stamps = Array.from({ length: required }, (_, stamp) => {
    const [row, column] = [Math.floor(stamp / columns), stamp % columns];
    const x = width / 2 + (column - (columns - 1) / 2) * cell;
    const y = height / 2 + (row - (rows - 1) / 2) * cell;
    return circle({ x, y, radius: cell * 0.38, isFull: stamp < collected });
  });
  return drawing({ ...colors, width, height }, stamps.join(''));
}

function circle({ x, y, radius, isFull }: { x: number; y: number; radius: number; isFull: boolean }): string {
  const line = isFull ? 0 : Math.max(2, radius / 12);
  const paint = isFull ? '' : `fill="none" stroke="currentColor" stroke-width="${line}"`;
  return `<circle cx="${x}" cy="${y}" r="${radius - line / 2}" ${paint}/>`;
}

/** Returns a drawing. Each drawing is cached. */
function drawing(canvas: Colors & { width: number; height: number }, shapes: string): Promise<Buffer> {
  const { background, foreground, width, height } = canvas;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" color="${foreground}"
    fill="${foreground}"><rect width="100%" height="100%" fill="${background}"/>${shapes}</svg>`;
  const known = kept.get(svg);
  if (known) return known;
  const drawn = rasterized(svg);
  if (kept.size >= maxKept) kept.clear();
  kept.set(svg, drawn);
  drawn.catch(() => kept.delete(svg));
  return drawn;
}

async function rasterized(svg: string): Promise<Buffer> {
  const sharp = await loadSharp();
  return sharp(Buffer.from(svg)).removeAlpha().png({ palette: true, colours: 16, dither: 0 }).toBuffer();
}

export function colorOf(text: string): [red: number, green: number, blue: number] {
  const part = (at: number) => Number.parseInt(text.slice(at, at + 2), 16);
  return [part(1), part(3), part(5)];
}
