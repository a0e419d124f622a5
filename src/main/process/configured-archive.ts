import type { ArchiveStore } from '../../events/archive/archive-store.ts';
import { FolderStore } from '../../events/archive/folder-store.ts';
import type { Env } from './env.ts';

type Variables = 'EVENTS_ARCHIVE' | 'AWS_ACCESS_KEY_ID' | 'AWS_SECRET_ACCESS_KEY' | 'AWS_REGION';

export async function configuredArchive(env: Pick<Env, Variables>): Promise<ArchiveStore | null> {
  const place = env.EVENTS_ARCHIVE;
  if (!place) return null;
  if (!/^https?:/.test(place)) return new FolderStore(place);
  // Load the client only here, because few installations need it.
  const { BucketStore } = await import('../../events/archive/bucket-store.ts');
  return new BucketStore({
    address: place,
    accessKeyId: env.AWS_ACCESS_KEY_ID ?? '',
    secretAccessKey: env.AWS_SECRET_ACCESS_KEY ?? '',
    region: env.AWS_REGION,
  });
}
