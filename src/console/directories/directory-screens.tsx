import type { ResultOf } from 'gql.tada';
import { connectionOf, graphql, mutationOf } from '../../documents/typed-document.ts';
import type { Page } from '../frame/page.ts';
import { form, screen } from '../frame/screen.ts';
import { barsOf } from '../parts/chart.tsx';
import { filtersOf, searchedText } from '../parts/filters.tsx';
import { foldedFormOf, formOf } from '../parts/form.tsx';
import { copyableOf, emptyOf, factsOf, figureOf, headingOf, momentOf, pagingOf, tableOf } from '../parts/pieces.tsx';
import { directoryFields, directoryGroups, directoryHeader } from './directory-header.ts';

const createDirectory = form(mutationOf('createDirectory'), {
  fields: directoryFields,
  variables: (input: { name: string }) => ({ input: { ...input, name: input.name ?? '' } }),
  says: ({ directories }) => [directories.list.create, directories.page.created],
  done: ({ createDirectory }) => `/directories/${createDirectory.id}/campaigns`,
});

export const directoryListScreen = screen({
  path: '/directories',
  document: connectionOf(
    'directories',
    'DirectoryFilter',
    'id name title createdAt campaigns { id } totals { members membersRemoved openings }',
  ),
  variables: (page) => ({ filter: { text: searchedText(page) } }),
  title: (_, { words }) => words.directories.title,
  forms: { create: createDirectory },
  view: ({ directories: { nodes, pageInfo } }, page) => {
    const { list, title, groups } = page.words.directories;
    const { columns } = list;
    const { timezone } = page;
    return [
      headingOf(title),
      filtersOf(page, [{ name: 'search', label: list.search, kind: 'search' }]),
      tableOf({
        caption: title,
        rows: nodes,
        columns: [
          { name: columns.name, cell: (row) => nameOf(page, row) },
          { name: columns.offers, cell: ({ campaigns }) => page.number(campaigns.length), number: true },
          { name: columns.members, cell: ({ totals }) => page.number(membersOf(totals)), number: true },
          { name: columns.openings, cell: ({ totals }) => page.number(Number(totals.openings)), number: true },
          { name: columns.created, cell: ({ createdAt }) => momentOf(page, createdAt) },
        ],
        empty: page.query('search') ? emptyOf(list.nothing, list.nothingAdvice) : emptyOf(list.empty, list.emptyAdvice),
      }),
      pagingOf(page, pageInfo),
      foldedFormOf(page, 'create', {
        summary: list.create,
        open: nodes.length === 0 && page.query('search') === null,
        values: { timezone },
        data: timezone,
        groups: directoryGroups(groups),
      }),
    ];
  },
});

function nameOf(page: Page, { id, name, title }: { id: string; name: string; title: string | null }) {
  return (
    <span>
      <a href={page.to(`/directories/${id}`)}>{name}</a>
      {title && title !== name && <small class="soft beneath">{title}</small>}
    </span>
  );
}

function membersOf({ members, membersRemoved }: { members: unknown; membersRemoved: unknown }): number {
  return Math.max(0, Number(members) - Number(membersRemoved));
}

const updateDirectory = form(mutationOf('updateDirectory'), {
  fields: directoryFields,
  clears: true,
  variables: (input: { name: string | null }, { params }) => ({
    input: { ...input, name: input.name ?? '', id: params.directory ?? '' },
  }),
  says: ({ directories: { page } }) => [page.save, page.saved],
});

const deleteDirectory = form(mutationOf('deleteDirectory'), {
  adds: ({ params }) => ({ id: params.directory }),
  says: ({ directories: { page } }) => [page.deleteConfirm, page.deleted],
  done: () => '/directories',
});

const document = graphql(`
  query ConsoleDirectory($directory: ID!, $from: String!) {
    directory(id: $directory) {
      name title description imageUrl timezone url
      campaigns { id }
      totals { members membersRemoved openings }
    }
    campaignStatistics(campaign: $directory, from: $from, by: DAY) {
      points {
        start
        counts { members openings }
      }
    }
  }
`);

type Data = ResultOf<typeof document>;

export const directoryScreen = screen({
  path: '/directories/:directory',
  document,
  variables: ({ timezone }) => ({ from: Temporal.Now.plainDateISO(timezone).subtract({ days: 29 }).toString() }),
  title: ({ directory }) => directory.name,
  forms: { save: updateDirectory, delete: deleteDirectory },
  view: ({ directory, campaignStatistics }, page) => [
    directoryHeader(page, directory),
    figures(page, directory),
    chart(page, campaignStatistics.points),
    access(page, directory),
    settings(page, directory),
    deletion(page),
  ],
});

function figures(page: Page, { campaigns, totals }: Data['directory']) {
  const words = page.words.directories.page.figures;
  return (
    <div class="figures">
      {figureOf(words.members, page.number(membersOf(totals)))}
      {figureOf(words.openings, page.number(Number(totals.openings)))}
      {figureOf(words.offers, page.number(campaigns.length))}
    </div>
  );
}

function chart(page: Page, points: Data['campaignStatistics']['points']) {
  const words = page.words.directories.page;
  return barsOf(page, {
    title: words.chart,
    axis: words.day,
    labels: points.map(({ start }) => page.day(String(start))),
    series: [
      { name: words.registered, values: points.map(({ counts }) => Number(counts.members)) },
      { name: words.opened, values: points.map(({ counts }) => Number(counts.openings)) },
    ],
  });
}

function access(page: Page, { url }: Data['directory']) {
  const words = page.words.directories.page;
  return (
    <section class="card">
      <h2>{words.address}</h2>
      <p>{copyableOf(page, url, url)}</p>
      <p class="hint">{words.addressHint}</p>
      <h3>{words.signIn}</h3>
      {factsOf([
        [words.password, words.passwordText],
        [words.link, words.linkText],
      ])}
    </section>
  );
}

function settings(page: Page, directory: Data['directory']) {
  const { groups, page: words } = page.words.directories;
  const picture = directory.imageUrl && (
    <img class="preview" src={directory.imageUrl} alt={words.picture} loading="lazy" referrerpolicy="no-referrer" />
  );
  return formOf(page, 'save', {
    legend: words.settings,
    values: directory,
    data: directory.timezone,
    groups: directoryGroups(groups),
    below: picture,
  });
}

function deletion(page: Page) {
  const { delete: summary, deleteText: text } = page.words.directories.page;
  return foldedFormOf(page, 'delete', { summary, text, quiet: true, dangerous: true });
}
