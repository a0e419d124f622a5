import type { Logger } from './log.ts';

/**
 * Yoga's executor forgets earlier list items when an item throws, and their rejections are unhandled. These do not end
 * the process; all others do.
 */
export function outliveForgottenResults(log: Pick<Logger, 'warn'>, on: NodeJS.EventEmitter = process): void {
  on.on('unhandledRejection', (reason: unknown) => {
    const { name, path, message } = (reason ?? {}) as { name?: unknown; path?: unknown; message?: unknown };
    // The class exists in several copies.
    if (name !== 'GraphQLError' || !Array.isArray(path)) throw reason;
    log.warn({ message, path }, 'a part of a result failed after its request was answered');
  });
}
