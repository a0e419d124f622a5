import type { Services } from '../../api/context.ts';
import type { Viewer } from '../../api/viewer.ts';
import type { Outbound } from '../../kernel/outbound/outbound.ts';
import { invalidInput, Problem, refuseTogether, TooManyRequests } from '../../kernel/problem.ts';
import { InvalidPicture, type PictureForm, scaledPicture } from './picture-scaling.ts';
import type { DesignChanges, PictureField } from './wallet-design.ts';
import { type WalletPicture, walletPicture } from './wallet-picture.ts';

const forms: Record<PictureField, PictureForm> = { iconUrl: 'ICON', logoUrl: 'LOGO', stripUrl: 'STRIP' };

/** Fetching takes seconds, so a retry before this time would be refused again. */
const retrySeconds = 5;

/**
 * Takes the images of a design. Throws `INVALID_INPUT` for one that cannot be used. `prefix` is the path of the changes
 * in the input.
 */
export async function takePictures(
  { outbound, limits }: Pick<Services, 'outbound' | 'limits'>,
  { account }: Pick<Viewer, 'account'>,
  changes: DesignChanges,
  prefix = '',
): Promise<Map<PictureField, WalletPicture>> {
  const fields = (Object.keys(forms) as PictureField[]).filter((field) => changes[field]);
  if (fields.length === 0) return new Map();
  const leave = limits.uploads.enter(account.rootId);
  if (!leave) throw new TooManyRequests(retrySeconds, 'Too many pictures are being fetched. Wait for one to end.');
  const take = async (field: PictureField): Promise<[PictureField, WalletPicture]> => {
    const original = await fetchPicture(outbound, changes[field] ?? '');
    const scaled = await scaledPicture(original, forms[field], account.rootId);
    return [field, walletPicture(account.id, { form: forms[field], original, scaled })];
  };
  try {
    const taken = await Promise.all(fields.map((field) => take(field).catch(problemAt(prefix + field))));
    refuseTogether(taken.map((picture) => (picture instanceof Problem ? picture : null)));
    return new Map(taken.flatMap((picture) => (picture instanceof Problem ? [] : [picture])));
  } finally {
    leave();
  }
}

function problemAt(field: string): (error: unknown) => Problem {
  return (error) => {
    if (error instanceof InvalidPicture) return invalidInput(field, error.message);
    throw error;
  };
}

const maxBytes = 5_000_000;

/** Fetches an image. Throws `InvalidPicture` if there is no file at the address. */
export async function fetchPicture(outbound: Outbound, url: string): Promise<Buffer> {
  const problem = outbound.problemOf(url);
  if (problem) throw new InvalidPicture(problem);
  const { status, bytes } = await outbound.getFile(url, maxBytes).catch((error: Error) => {
    throw new InvalidPicture(`cannot be fetched: ${error.message}`);
  });
  if (status >= 300 && status < 400)
    throw new InvalidPicture(`leads to another address (${status}). Pass the address of the picture itself`);
  if (status !== 200) throw new InvalidPicture(`cannot be fetched: its server responds with ${status}`);
  return bytes;
}
