import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type BrowserProgram, fetchedBrowser } from './fetched-browser.ts';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Returns the installed browser, or fetches one. */
export async function findBrowser(directories = path(), fetch = fetchedBrowser): Promise<BrowserProgram> {
  const installed = names.flatMap((name) => directories.map((directory) => join(directory, name))).find(canRun);
  if (installed) return { executablePath: installed };
  try {
    return await fetch();
  } catch (error) {
    const reason = (error as Error).message;
    throw new Error(`No browser is installed (PATH has no ${names.join(', ')}), and none could be fetched: ${reason}`);
  }
}

function path() {
  return (process.env.PATH ?? '').split(delimiter);
}

function canRun(file: string) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
