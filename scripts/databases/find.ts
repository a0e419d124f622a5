import { type Attempt, firstToSucceed } from './attempts.ts';
import { startInDocker } from './docker-server.ts';
import { installedProgram } from './program.ts';
import { startProgram } from './program-server.ts';
import { type DatabaseServer, type Engine, engineNames, engines } from './server.ts';
import { unpackedProgram } from './unpacked-program.ts';

interface Source {
  name: string;
  start(engine: Engine): Promise<DatabaseServer>;
}

/** In the order in which they are tried: local ones before downloads. */
const sources: Source[] = [
  { name: 'installed', start: async (engine) => startProgram(await installedProgram(engine)) },
  { name: 'Docker', start: startInDocker },
  { name: 'Debian packages', start: async (engine) => startProgram(await unpackedProgram(engine)) },
];

/** Starts a private server on a random port. `stop()` or the end of the process stops it. */
export async function startServer(engine: Engine, from = sources): Promise<DatabaseServer> {
  try {
    return await firstToSucceed(from.map((source) => attempt(source, engine)));
  } catch (error) {
    throw new Error(`No ${engineNames[engine]} server could be started (${(error as Error).message})`);
  }
}

/** Starts a private server of the engine that is easiest to get. */
export async function startAnyServer(from = sources): Promise<DatabaseServer> {
  return firstToSucceed(from.flatMap((source) => engines.map((engine) => attempt(source, engine))));
}

function attempt(source: Source, engine: Engine): Attempt<DatabaseServer> {
  return { name: `${engineNames[engine]}, ${source.name}`, run: () => source.start(engine) };
}
