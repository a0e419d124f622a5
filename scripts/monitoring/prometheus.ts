import { once } from 'node:events';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cacheDirectory } from '../databases/cache.ts';
import { freePort, startKeeper, stopKeeper } from '../databases/kept-server.ts';
import { unpackedCommand } from '../databases/unpacked-program.ts';

const directory = join(cacheDirectory, 'prometheus');

/** Returns the command of a program of Debian's package. Downloads the package first if it is missing. */
export function prometheusCommand(program: 'prometheus' | 'promtool'): Promise<string[]> {
  return unpackedCommand(directory, {
    title: 'Prometheus',
    suite: 'bookworm',
    name: 'prometheus',
    program: `usr/bin/${program}`,
  });
}

export interface PrometheusServer {
  url: string;
  stop(): Promise<void>;
}

/** Starts Prometheus on a free port with a configuration, and with rules in a file `rules.yaml` beside it. */
export async function startPrometheus(configuration: object, rules: string): Promise<PrometheusServer> {
  const work = await mkdtemp(join(tmpdir(), 'prometheus-'));
  // Every JSON document is a YAML document.
  await writeFile(join(work, 'prometheus.yml'), JSON.stringify(configuration));
  await writeFile(join(work, 'rules.yaml'), rules);
  const port = await freePort();
  const settings = {
    'config.file': join(work, 'prometheus.yml'),
    'storage.tsdb.path': join(work, 'data'),
    'web.listen-address': `127.0.0.1:${port}`,
    'web.local-assets': join(directory, 'usr/share/prometheus/web/'),
  };
  const keeper = startKeeper({
    directory: work,
    command: [
      ...(await prometheusCommand('prometheus')),
      ...Object.entries(settings).map(([name, value]) => `--${name}=${value}`),
    ],
  });
  const url = `http://127.0.0.1:${port}`;
  let hasEnded = false;
  void once(keeper, 'exit').then(() => {
    hasEnded = true;
  });
  const isReady = () =>
    fetch(`${url}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  for (const deadline = Date.now() + 60_000; !(await isReady()); await sleep(50))
    if (hasEnded || Date.now() > deadline) throw new Error(`Prometheus did not start: see ${work}/log`);
  return { url, stop: () => stopKeeper(keeper) };
}
