import { fileURLToPath } from 'node:url';

/** What is expensive to get and can be had again: unpacked servers, initialised data directories. */
export const cacheDirectory = fileURLToPath(new URL('../../.cache', import.meta.url));
