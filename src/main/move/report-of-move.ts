import { type AccountMove, type Kind, kinds, nothingCounted } from './account-move.ts';

export function moveReport({ accountId, dryRun, source, steps }: AccountMove): string {
  const lines = [
    `${dryRun ? 'Dry run: nothing is written. From' : `Account ${accountId}, from`} ${source.address}`,
    row(['kind', 'read', 'stored', 'changed', 'unchanged', 'conflicts']),
    ...kinds.map((kind) => countsOf(kind, steps)),
    ...steps.flatMap(({ kind, counted: { problems, moreProblems } }) => [
      ...problems.map(({ id, what }) => `${kind} ${id}: ${what}`),
      ...(moreProblems > 0 ? [`${kind}: ${moreProblems} more`] : []),
    ]),
  ];
  return `${lines.join('\n')}\n`;
}

function countsOf(kind: Kind, steps: AccountMove['steps']): string {
  const sums = nothingCounted();
  for (const { counted } of steps.filter((step) => step.kind === kind))
    for (const name of ['read', 'stored', 'changed', 'unchanged', 'conflicts'] as const) sums[name] += counted[name];
  return row([kind, sums.read, sums.stored, sums.changed, sums.unchanged, sums.conflicts]);
}

function row(cells: readonly (string | number)[]): string {
  return cells
    .map((cell) => String(cell).padEnd(13))
    .join('')
    .trimEnd();
}
