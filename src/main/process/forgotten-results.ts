import type { Logger } from './log.ts';

/**
 * Keeps the process alive after certain unhandled rejections: if an item of a list throws, Yoga's executor forgets the
 * earlier items. All other unhandled rejections still end the process.
 */
export function outliveForgottenResults(log: Pick<Logger, 'warn'>, on: NodeJS.EventEmitter = process): void {
  on.on('unhandledRejection', (reason: unknown) => {
    const { name, path, message } = (reason ?? {}) as { name?: unknown; path?: unknown; message?: unknown };
    // The class exists in several copies, so `instanceof` is not enough.
    if (name !== 'GraphQLError' || !Array.isArray(path)) throw reason;
    log.warn({ message, path }, 'a part of a result failed after its request was answered');
  });
}
