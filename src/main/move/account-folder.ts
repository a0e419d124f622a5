import { createWriteStream } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { accountRow } from '../../accounts/account/account.ts';
import { familyOf } from '../../accounts/account/account-root.ts';
import { accountFileNames } from '../../exports/account/account-files.ts';
import { accountRows } from '../../exports/account/account-rows.ts';
import { jsonLines } from '../../exports/export-format.ts';
import type { Database } from '../../kernel/database/database.ts';
import { requireRow } from '../../kernel/database/rows.ts';
import { StartFailure } from '../process/process.ts';

interface Written {
  file: string;
  rows: number;
}

/** Writes one file per kind of object, and a folder per subaccount. Yields each file with its number of rows. */
export async function* writeAccount(
  database: Database,
  { id, folder, publicUrl }: { id: string; folder: string; publicUrl: string },
): AsyncGenerator<Written> {
  await requireRow(database, accountRow, { id });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) throw new StartFailure(`${folder} is not empty`);
  for (const accountId of await familyOf(database, id)) {
    const place = accountId === id ? folder : path.join(folder, accountId);
    await mkdir(place, { recursive: true, mode: 0o700 });
    for (const file of accountFileNames) {
      const target = path.join(place, `${file.toLowerCase()}.jsonl`);
      const written: Written = { file: target, rows: 0 };
      const rows = counting(accountRows(database, { accountId, file }, publicUrl), written);
      await pipeline(jsonLines(rows), createWriteStream(target, { flags: 'wx', mode: 0o600 }));
      yield written;
    }
  }
}

async function* counting<Page extends readonly unknown[]>(
  pages: AsyncIterable<Page>,
  written: Written,
): AsyncGenerator<Page> {
  for await (const page of pages) {
    written.rows += page.length;
    yield page;
  }
}
