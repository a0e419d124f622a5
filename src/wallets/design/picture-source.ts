import type { Outbound } from '../../kernel/outbound/outbound.ts';
import { PictureRefused } from './picture-scaling.ts';

const mostBytes = 5_000_000;

/** Returns the file at an address that a customer gave. Throws `PictureRefused` when there is none. */
export async function fetchPicture(outbound: Outbound, url: string): Promise<Buffer> {
  const refusal = outbound.refusalOf(url);
  if (refusal) throw new PictureRefused(refusal);
  const { status, bytes } = await outbound.getFile(url, mostBytes).catch((error: Error) => {
    throw new PictureRefused(`cannot be fetched: ${error.message}`);
  });
  if (status >= 300 && status < 400)
    throw new PictureRefused(`leads to another address (${status}). Give the address of the picture itself`);
  if (status !== 200) throw new PictureRefused(`cannot be fetched: its server responds with ${status}`);
  return bytes;
}
