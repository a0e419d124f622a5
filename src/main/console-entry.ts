import { isThisMachine } from '../http/this-machine.ts';
import type { Database } from '../kernel/database/database.ts';
import { issueSetup } from '../people/entrance/invitation-acceptance.ts';
import { entryPath } from '../vocabulary/links.ts';
import { isLocal, ownerEntry } from './demo/demo.ts';
import type { DemoKey } from './demo/opening.ts';
import type { Env } from './process/env.ts';
import { browserUrl } from './process/public-url.ts';

/**
 * Returns a link that signs in the demo owner or creates the first person. It works once and expires after 15 minutes.
 * Returns null if a person can already sign in, or if others could read the log or reach the service.
 */
export async function consoleEntry(
  database: Database,
  env: Pick<Env, 'HOST' | 'PUBLIC_URL'>,
  publicUrl: string,
  demo: DemoKey | null,
): Promise<string | null> {
  const isPrivate = isThisMachine(env.HOST) && isLocal(env.PUBLIC_URL);
  const token = demo ? await ownerEntry(database, demo) : isPrivate ? await issueSetup(database) : null;
  return token && browserUrl(publicUrl) + entryPath(token);
}
