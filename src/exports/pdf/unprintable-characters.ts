import { pdfFont } from './pdf-font.ts';
import { unprintable } from './pdf-text.ts';

export async function run(text: string): Promise<string[]> {
  return unprintable(await pdfFont(), text);
}
