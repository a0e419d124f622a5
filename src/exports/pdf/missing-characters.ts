import { pdfFont } from './pdf-font.ts';
import { unprintable } from './pdf-text.ts';

/** Returns the characters of a text that cannot be printed. Runs in a side thread, which has the font. */
export async function run(text: string): Promise<string[]> {
  return unprintable(await pdfFont(), text);
}
