import type { Account } from '../../src/accounts/account/account.ts';
import type {
  OpenPlatform,
  Outgoing,
  PlatformDependencies,
  PlatformOwner,
  Verdict,
} from '../../src/messaging/platform/platform.ts';

/** The verdict of a test platform. A promise delays it. */
type Answer = Verdict | ((message: Outgoing) => Verdict | Promise<Verdict>);

export const sent: Verdict = { outcome: 'SENT', platformId: null };

/** A platform that returns the given verdicts by account: one per message in order, repeating the last. */
export class TestPlatforms {
  readonly received: Outgoing[] = [];
  readonly opened: {
    integration: PlatformOwner;
    settings: unknown;
    closed: boolean;
    dependencies: PlatformDependencies;
  }[] = [];
  readonly #answers = new Map<string, Answer[]>();
  parallel = 4;

  answer(account: Account, ...answers: Answer[]): void {
    this.#answers.set(account.id, answers);
  }

  of(account: Account): Outgoing[] {
    return this.received.filter(({ accountId }) => accountId === account.id);
  }

  readonly open: OpenPlatform = (integration, settings, dependencies) => {
    const opened = { integration, settings, closed: false, dependencies };
    this.opened.push(opened);
    return {
      parallel: this.parallel,
      send: async (message) => {
        this.received.push(message);
        const answers = this.#answers.get(message.accountId) ?? [sent];
        const answer = answers.length > 1 ? answers.shift() : answers[0];
        return typeof answer === 'function' ? answer(message) : (answer ?? sent);
      },
      check: async () => null,
      close: async () => {
        opened.closed = true;
      },
    };
  };
}
