import {
  directoryRecord,
  directoryUserRecord,
  type ShownDirectory,
  type ShownDirectoryUser,
} from './directory-info.ts';
import { filled } from './filled.ts';
import { flag } from './wire-values.ts';

/** `directory_info` (contract, section 5). */
export function directoryInfo(directory: ShownDirectory) {
  const { id, code, name, url, categories, campaigns } = directoryRecord(directory);
  return {
    ID: id,
    code,
    name,
    url,
    categories: categories.map(({ id, name }) => ({ ID: id, name })),
    campaigns: campaigns.map(({ id, category }) => ({ ID: id, category: category ?? '' })),
  };
}

/** A directory user (contract, section 5) with values as on /v3. */
export function directoryUserItem(user: ShownDirectoryUser) {
  const { blocked, ...others } = directoryUserRecord(user);
  return { ...filled(others), blocked: flag(blocked) };
}
