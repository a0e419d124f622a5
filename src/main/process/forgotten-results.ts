import type { Logger } from './log.ts';

/**
 * Keeps the process alive when a part of a GraphQL result fails after its request was answered. If an item of a list throws,
 * the executor of Yoga forgets the items before it, and nobody handles what becomes of them. Every other unhandled rejection
 * ends the process, as usual.
 */
export function outliveForgottenResults(log: Pick<Logger, 'warn'>, on: NodeJS.EventEmitter = process): void {
  on.on('unhandledRejection', (reason: unknown) => {
    const { name, path, message } = (reason ?? {}) as { name?: unknown; path?: unknown; message?: unknown };
    // There are several copies of the class.
    if (name !== 'GraphQLError' || !Array.isArray(path)) throw reason;
    log.warn({ message, path }, 'a part of a result failed after its request was answered');
  });
}
