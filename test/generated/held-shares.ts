import { readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { vi } from 'vitest';
import type { Program } from '../support/processes.ts';

/** By share and root account. */
export type Amounts = Record<string, Record<string, number>>;

/** What accounts hold, and the most that they have held at once. */
export interface HeldShares {
  now: Amounts;
  max: Amounts;
  /** The processor time in milliseconds of the longest turn of the event loop, for which every other request waits. */
  longestTurn: number;
}

/** The option of Node with which a server tells what its accounts hold. */
export const reportsShares = `--import=${pathToFileURL(fileURLToPath(new URL('share-reporter.ts', import.meta.url))).href}`;

/** The documented share of a root account. */
export const shares: Readonly<Record<string, number>> = {
  reading: documented('simultaneous reads of a root account'),
  writing: documented('simultaneous changes of a root account'),
  replays: documented('subscriptions of a root account that replay'),
  downloads: documented('simultaneous downloads of files, root account'),
};

function documented(limit: string): number {
  const text = readFileSync(new URL('../../docs/security.md', import.meta.url), 'utf8');
  const [, number] = new RegExp(`^\\| ${limit} +\\| (\\d+) `, 'm').exec(text) ?? [];
  if (!number) throw new Error(`docs/security.md has no number of ${limit}`);
  return Number(number);
}

/** Returns what the accounts of a server hold, and the most that they have held at once since the last call. */
export async function heldIn(program: Program): Promise<HeldShares> {
  const before = program.output.length;
  program.kill('SIGUSR2');
  const found = () => {
    const [, held] = /^held (.*)\n/m.exec(program.output.slice(before)) ?? [];
    if (!held) throw new Error('the server has not said yet what its accounts hold');
    return JSON.parse(held) as HeldShares;
  };
  return vi.waitFor(found, { interval: 5, timeout: 30_000 });
}

/** Returns what any account, or a network whose account was not known, has held beyond its share. */
export function beyondShare({ max }: HeldShares): string[] {
  return Object.entries(shares).flatMap(([share, limit]) =>
    Object.entries(max[share] ?? {})
      // Transactions may name an account for which nothing else runs.
      .filter(([account, amount]) => amount > limit && !(share === 'writing' && account === 'nobody'))
      .map(([account, amount]) => `${share}: ${account} held ${amount} of ${limit}`),
  );
}
