import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startAnyServer, startServer } from '../../scripts/databases/find.ts';
import { namedTargets, serversForTests } from '../../scripts/databases/for-tests.ts';
import { installedProgram } from '../../scripts/databases/program.ts';
import type { DatabaseServer, Engine } from '../../scripts/databases/server.ts';

describe('the order of sources', () => {
  const tried: string[] = [];

  function source(name: string, ...available: Engine[]) {
    const start = async (engine: Engine) => {
      tried.push(`${name} ${engine}`);
      if (!available.includes(engine)) throw new Error(`has no ${engine}`);
      return { engine, origin: name } as DatabaseServer;
    };
    tried.length = 0;
    return { name, start };
  }

  test('the first source that has the engine is used, and later ones are not asked', async () => {
    const sources = [source('near', 'mariadb'), source('middle', 'mysql'), source('far', 'mysql')];
    expect(await startServer('mysql', sources)).toMatchObject({ engine: 'mysql', origin: 'middle' });
    expect(tried).toEqual(['near mysql', 'middle mysql']);
  });

  test('for any engine, a near source of either engine comes before a far one', async () => {
    const sources = [source('near', 'mariadb'), source('far', 'mysql')];
    expect(await startAnyServer(sources)).toMatchObject({ engine: 'mariadb', origin: 'near' });
    expect(tried).toEqual(['near mysql', 'near mariadb']);
  });

  test('a missing engine is reported in one line with the reason of every source', async () => {
    const message = 'No MySQL server could be started (MySQL, near: has no mysql; MySQL, far: has no mysql)';
    await expect(startServer('mysql', [source('near'), source('far')])).rejects.toThrow(message);
  });
});

describe('installed programs', () => {
  function directoryWith(programs: Record<string, string>) {
    const directory = mkdtempSync(join(tmpdir(), 'programs-'));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    for (const [name, version] of Object.entries(programs)) {
      writeFileSync(join(directory, name), `#!/bin/sh\necho "${name}  Ver ${version}"\n`);
      chmodSync(join(directory, name), 0o755);
    }
    return directory;
  }

  test('a program is identified by its version text, not by its name', async () => {
    const directory = directoryWith({ mysqld: '10.11.6-MariaDB-0+deb12u1 for debian-linux-gnu' });
    expect(await installedProgram('mariadb', [directory])).toMatchObject({ engine: 'mariadb', version: '10.11.6' });
    await expect(installedProgram('mysql', [directory])).rejects.toThrow('found only mariadb 10.11.6');
  });

  test('a program that is too old is skipped for a later one in the path', async () => {
    const directories = [directoryWith({ mysqld: '8.0.36 for Linux' }), directoryWith({ mysqld: '8.4.3 for Linux' })];
    expect(await installedProgram('mysql', directories)).toMatchObject({ version: '8.4.3' });
    await expect(installedProgram('mysql', directories.slice(0, 1))).rejects.toThrow('found only mysql 8.0.36');
  });
});

describe('TEST_ENGINES', () => {
  test('SQLite requires no server', async () => {
    expect(await serversForTests(namedTargets(['sqlite', 'mysql'], 'sqlite'), undefined)).toEqual([]);
  });

  test('an unknown name is refused', () => {
    expect(() => namedTargets(['sqlite'], 'sqlite, oracle')).toThrow('TEST_ENGINES: "oracle" is not one of');
  });
});

test('a TEST_DATABASE_URL that does not respond is an error, and no other source is tried', async () => {
  await expect(serversForTests(['mysql'], 'mysql://root@127.0.0.1:1')).rejects.toThrow(
    'TEST_DATABASE_URL does not respond',
  );
});
