import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serverTargets } from './server-targets.ts';
import { smppTarget } from './smpp-target.ts';
import { usedMemory } from './stalls.ts';
import type { Check } from './target.ts';
import { textTargets } from './text-targets.ts';
import { startWatchedServer, type WatchedServer } from './watched-server.ts';

/*
 * Random values for everything that reads what customers write. `npm run fuzz` runs this file for 10 minutes with
 * another seed each time. FC_SEED repeats a run.
 */

const seconds = Number(process.env.FUZZ_SECONDS ?? 20);
/** Every short run sends the same values, whatever the speed of the machine, unless the time ends before. */
const runsInShort = 20;
const roundSeconds = Math.min(seconds, 60);
const seed = Number(process.env.FC_SEED ?? (process.env.FUZZ_SECONDS ? Date.now() % 2 ** 31 : 20_261_122));

/** How much memory may grow after the first round, in MiB. Caches fill slowly, and all have bounds. */
const maxGrowth = 100;

let server: WatchedServer;
beforeAll(async () => {
  server = await startWatchedServer();
});
afterAll(() => server?.stop());

const targets = [...textTargets, smppTarget, ...serverTargets(() => server)];

test(
  `nothing stalls, fails or keeps memory for ${seconds} seconds`,
  async () => {
    const used: { server: number; here: number }[] = [];
    for (let round = 0; round < seconds / roundSeconds; round += 1) {
      for (const target of targets) {
        const check = checkFor(seed + round, (roundSeconds * 1000) / targets.length);
        await target.run(check).catch((error: Error) => {
          throw new Error(`${target.name}, FC_SEED=${seed + round}: ${error.message}`);
        });
      }
      used.push({ server: await server.usedMemory(), here: usedMemory() });
    }
    if (process.env.FUZZ_SECONDS) console.log(`FC_SEED=${seed}; MiB after each round:`, JSON.stringify(used));

    const [first, last] = [used[0], used.at(-1)];
    expect((last?.server ?? 0) - (first?.server ?? 0), 'MiB that the server keeps').toBeLessThan(maxGrowth);
    expect((last?.here ?? 0) - (first?.here ?? 0), 'MiB that the parsers keep').toBeLessThan(maxGrowth);
  },
  seconds * 3000 + 120_000,
);

function checkFor(seed: number, milliseconds: number): Check {
  return async (values, attempt) => {
    // The first attempts compile what they run.
    const warm = fc.sample(values, { seed, numRuns: 3 });
    for (const value of warm) await attempt(value).catch(() => undefined);
    const found = await fc.check(fc.asyncProperty(values, attempt), {
      seed,
      numRuns: process.env.FUZZ_SECONDS ? 1_000_000 : runsInShort,
      interruptAfterTimeLimit: milliseconds,
      markInterruptAsFailure: false,
    });
    // Without a counterexample, the time was over before the first attempt ended, which happens on a busy machine.
    if (found.failed && found.counterexample)
      throw new Error(`${found.errorInstance}\nof ${found.counterexamplePath}: ${shown(found.counterexample)}`);
  };
}

/** The beginning of a value, which may have a million characters, and what it was made of. */
function shown(value: unknown): string {
  const text = fc.stringify(value);
  return text.length > 1000 ? `${text.slice(0, 800)} … ${text.slice(-200)} (${text.length} characters)` : text;
}
