import { execFile } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { freePort, keepServer } from './kept-server.ts';
import { type DatabaseServer, type Engine, engineNames } from './server.ts';
import { settings } from './settings.ts';

const docker = (...options: string[]) => promisify(execFile)('docker', options);
const images: Record<Engine, string> = { mysql: 'mysql:9', mariadb: 'mariadb:10.11' };

export async function startInDocker(engine: Engine): Promise<DatabaseServer> {
  await docker('info').catch(() => Promise.reject(new Error('no running engine')));
  const image = images[engine];
  await docker('image', 'inspect', image).catch(() => pull(engine));

  const directory = await mkdtemp(join(tmpdir(), `${engine}-docker-`));
  const name = basename(directory);
  const port = await freePort();
  return keepServer({
    engine,
    origin: `Docker image ${image}`,
    directory,
    port,
    command: runCommand(image, name, port),
    cleanup: ['sh', '-c', 'docker rm --force "$0"; docker volume rm --force "$0"', name],
    suspend: { stop: ['docker', 'pause', name], resume: ['docker', 'unpause', name] },
    secondsToStart: 120,
  });
}

async function pull(engine: Engine) {
  console.error(`Downloading ${engineNames[engine]} (Docker image ${images[engine]}) …`);
  await docker('pull', '--quiet', images[engine]);
}

/** Each start creates a new container, which is removed when it ends. The data stays in a volume of the same name. */
function runCommand(image: string, name: string, port: number) {
  const emptyPassword = ['MYSQL_ALLOW_EMPTY_PASSWORD=yes', 'MARIADB_ALLOW_EMPTY_ROOT_PASSWORD=yes'];
  const environment = emptyPassword.flatMap((variable) => ['--env', variable]);
  const place = ['--name', name, '--volume', `${name}:/var/lib/mysql`, '--publish', `127.0.0.1:${port}:3306`];
  return ['docker', 'run', '--rm', ...place, ...environment, image, ...settings];
}
