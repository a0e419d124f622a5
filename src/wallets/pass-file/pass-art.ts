import { type Color, png } from './png.ts';

/** Colours between the background and the foreground, so that edges are smooth. */
const shades = 8;
const mostKept = 500;
const kept = new Map<string, Buffer>();

/** The widest row of stamps, and the most stamps that are drawn. More would be too small to see. */
const [rowLength, mostStamps] = [10, 30];

/** Returns the icon of a pass, which notifications show: a stamp on the background. */
export function icon(background: string, foreground: string, size: number): Buffer {
  return drawing(`icon ${size}`, { background, foreground, width: size, height: size }, (draw) =>
    draw({ x: size / 2, y: size / 2, radius: size * 0.3, isFull: true }),
  );
}

/** Returns the stamps of a card as a picture of 375 by 123 points at two pixels each, or null if there are too many. */
export function stampStrip(
  { background, foreground }: { background: string; foreground: string },
  { collected, required }: { collected: number; required: number },
): Buffer | null {
  if (required > mostStamps) return null;
  const rows = Math.ceil(required / rowLength);
  const columns = Math.ceil(required / rows);
  const [width, height] = [750, 246];
  const cell = Math.min(width / columns, height / rows);
  return drawing(`stamps ${collected} ${required}`, { background, foreground, width, height }, (draw) => {
    for (let stamp = 0; stamp < required; stamp += 1) {
      const [row, column] = [Math.floor(stamp / columns), stamp % columns];
      const x = width / 2 + (column - (columns - 1) / 2) * cell;
      const y = height / 2 + (row - (rows - 1) / 2) * cell;
      draw({ x, y, radius: cell * 0.38, isFull: stamp < collected });
    }
  });
}

interface Canvas {
  background: string;
  foreground: string;
  width: number;
  height: number;
}

interface Circle {
  x: number;
  y: number;
  radius: number;
  /** Whether the circle is filled; otherwise it is a ring. */
  isFull: boolean;
}

/** Draws a picture, or returns it if it was drawn before. */
function drawing(name: string, canvas: Canvas, work: (draw: (circle: Circle) => void) => void): Buffer {
  const { background, foreground, width, height } = canvas;
  const key = `${name} ${background} ${foreground}`;
  const known = kept.get(key);
  if (known) return known;
  const pixels = new Uint8Array(width * height);
  work((circle) => drawCircle(pixels, width, circle));
  const drawn = png({ width, height, palette: paletteOf(background, foreground), pixels });
  if (kept.size >= mostKept) kept.clear();
  kept.set(key, drawn);
  return drawn;
}

function drawCircle(pixels: Uint8Array, width: number, { x, y, radius, isFull }: Circle): void {
  const line = Math.max(2, radius / 12);
  for (let row = Math.floor(y - radius - 1); row <= y + radius + 1; row += 1) {
    for (let column = Math.floor(x - radius - 1); column <= x + radius + 1; column += 1) {
      const distance = Math.hypot(column + 0.5 - x, row + 0.5 - y);
      const inside = isFull ? radius - distance : Math.min(radius - distance, distance - radius + line);
      const covered = Math.round(Math.min(1, Math.max(0, inside + 0.5)) * shades);
      if (covered > 0) pixels[row * width + column] = covered;
    }
  }
}

function paletteOf(background: string, foreground: string): Color[] {
  const [from, to] = [colorOf(background), colorOf(foreground)];
  return Array.from({ length: shades + 1 }, (_, shade) => {
    const mixed = (part: 0 | 1 | 2) => Math.round(from[part] + ((to[part] - from[part]) * shade) / shades);
    return [mixed(0), mixed(1), mixed(2)] as const;
  });
}

/** Reads a colour such as `#ffcc00`. */
export function colorOf(text: string): Color {
  const part = (at: number) => Number.parseInt(text.slice(at, at + 2), 16);
  return [part(1), part(3), part(5)];
}
