import { expect } from 'vitest';

/** A time of /v3 and of v4 loyalty. */
export const time = expect.stringMatching(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/);

/** A time of v4 directory. */
export const isoTime = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/);

/** Begins every successful answer of /v3. */
export const ok = { status: { status: 'OK' } };
