const { compare } = new Intl.Collator('en', { numeric: true });

export interface Folder {
  id: string;
  name: string;
  parentId: string | null;
}

/** Returns folders in the order of the tree, each with its depth. Folders on one level are in alphabetical order. */
export function inTreeOrder<Each extends Folder>(folders: readonly Each[]): { folder: Each; depth: number }[] {
  const known = new Set(folders.map(({ id }) => id));
  const sorted = folders.toSorted((one, other) => compare(one.name, other.name));
  const within = Map.groupBy(sorted, ({ parentId }) => (parentId && known.has(parentId) ? parentId : null));
  const below = (parent: string | null, depth: number): { folder: Each; depth: number }[] =>
    (within.get(parent) ?? []).flatMap((folder) => [{ folder, depth }, ...below(folder.id, depth + 1)]);
  return below(null, 0);
}

/** Returns options for folders, indented by their depth. */
export function folderOptions(folders: readonly Folder[]): [value: string, label: string][] {
  return inTreeOrder(folders).map(({ folder, depth }) => [folder.id, `${'– '.repeat(depth)}${folder.name}`]);
}
