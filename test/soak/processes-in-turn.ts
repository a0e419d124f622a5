import { readdirSync } from 'node:fs';
import type { Program } from '../support/processes.ts';

interface Sample {
  /** Seconds since the run began. */
  at: number;
  /** MiB. */
  memory: number;
  handles: number;
}

/** A process that is started again when it is killed, with the memory and the file handles that it used. */
export class Watched {
  readonly name: string;
  /** Those of the latest process. */
  samples: Sample[] = [];
  /** Those of all processes at this place. */
  readonly all: Sample[] = [];
  kills = 0;
  readonly #start: () => Promise<Program>;
  #program: Program | undefined;

  constructor(name: string, start: () => Promise<Program>) {
    this.name = name;
    this.#start = start;
  }

  async start(): Promise<void> {
    this.samples = [];
    this.#program = await this.#start();
  }

  async kill(): Promise<void> {
    const killed = this.#program;
    this.#program = undefined;
    await killed?.stop('SIGKILL');
    this.kills += 1;
    await this.start();
  }

  sample(at: number): void {
    if (!this.#program) return;
    try {
      const handles = readdirSync(`/proc/${this.#program.pid}/fd`).length;
      const sample = { at, memory: this.#program.memory, handles };
      this.samples.push(sample);
      this.all.push(sample);
    } catch {
      // The process is about to be started again.
    }
  }

  /** Stops the process, and returns how it ended. */
  async stop(): Promise<{ name: string; code: number | null; errors: string }> {
    const ending = await this.#program?.stop();
    return { name: this.name, code: ending?.code ?? null, errors: ending?.errors ?? '' };
  }

  /** How much more the latest process used in the last fifth of its life than in its second fifth; NaN if it is too young. */
  get growth(): { memory: number; handles: number } {
    const fifth = Math.floor(this.samples.length / 5);
    const [early, late] = [this.samples.slice(fifth, 2 * fifth), this.samples.slice(4 * fifth)];
    return {
      memory: median(late.map(({ memory }) => memory)) - median(early.map(({ memory }) => memory)),
      handles: median(late.map(({ handles }) => handles)) - median(early.map(({ handles }) => handles)),
    };
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}

const [width, height, margin] = [900, 160, 40];
const colours = ['#0b6e4f', '#c2410c', '#1d4ed8', '#7e22ce'];

/** Draws the memory and the file handles of all processes over time. */
export function plotOf(watched: readonly Watched[]): string {
  const charts = [
    chart(watched, 'memory', 'MiB of resident memory', 0),
    chart(watched, 'handles', 'open file handles', height + margin),
  ];
  const total = 2 * (height + margin) + margin;
  const legend = watched.map(
    ({ name }, index) =>
      `<text x="${margin + index * 200}" y="${total - 10}" fill="${colours[index % colours.length]}">${name}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width + 2 * margin} ${total}" font-family="sans-serif" font-size="12">
<rect width="100%" height="100%" fill="white"/>
${[...charts, ...legend].join('\n')}
</svg>
`;
}

function chart(watched: readonly Watched[], what: 'memory' | 'handles', title: string, top: number): string {
  const samples = watched.flatMap(({ all }) => all);
  const end = Math.max(1, ...samples.map(({ at }) => at));
  const max = Math.max(1, ...samples.map((sample) => sample[what]));
  const lines = watched.map(({ all }, index) => {
    const step = Math.max(1, Math.floor(all.length / width));
    const points = all
      .filter((_, number) => number % step === 0)
      .map((sample) => {
        const [x, y] = [margin + (sample.at / end) * width, margin + top + height - (sample[what] / max) * height];
        return `${x.toFixed(1)},${y.toFixed(1)}`;
      });
    return `<polyline fill="none" stroke="${colours[index % colours.length]}" points="${points.join(' ')}"/>`;
  });
  const labels = [
    `<text x="${margin}" y="${margin + top - 8}">${title}, up to ${max.toFixed(0)}, in ${(end / 60).toFixed(1)} minutes</text>`,
    `<path d="M${margin} ${margin + top}v${height}h${width}" fill="none" stroke="#999"/>`,
  ];
  return [...labels, ...lines].join('\n');
}
