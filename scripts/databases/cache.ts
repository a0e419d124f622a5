import { fileURLToPath } from 'node:url';

/** Contains files that take long to make and can be made again: unpacked servers and initialised data directories. */
export const cacheDirectory = fileURLToPath(new URL('../../.cache', import.meta.url));
