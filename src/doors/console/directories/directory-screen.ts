import type { ResultOf } from 'gql.tada';
import { type ComponentChildren, h } from 'preact';
import { graphql } from '../../documents/typed-document.ts';
import type { Page } from '../frame/page.ts';
import { form, screen } from '../frame/screen.ts';
import { barsOf } from '../parts/chart.ts';
import { copyableOf } from '../parts/copyable.ts';
import { formOf } from '../parts/form.ts';
import { figureOf, foldOf } from '../parts/pieces.ts';
import { factsOf } from '../parts/table.ts';
import { directoryFields, directoryGroups } from './directory-form-fields.ts';
import { directoryHeader } from './directory-header.ts';
import { membersOf } from './directory-list-screen.ts';

const updateDirectory = form({
  scope: 'WRITE',
  document: graphql(`
    mutation ConsoleUpdateDirectory($input: UpdateDirectoryInput!) {
      updateDirectory(input: $input) {
        id
      }
    }
  `),
  fields: directoryFields,
  clears: true,
  variables: (input: { name: string | null }, { params }) => ({
    input: { ...input, name: input.name ?? '', id: params.directory ?? '' },
  }),
  submit: ({ directories }) => directories.page.save,
  doneWords: ({ directories }) => directories.page.saved,
});

const deleteDirectory = form({
  scope: 'WRITE',
  document: graphql(`
    mutation ConsoleDeleteDirectory($input: DeleteDirectoryInput!) {
      deleteDirectory(input: $input) {
        id
      }
    }
  `),
  fields: {},
  variables: (_: object, { params }) => ({ input: { id: params.directory ?? '' } }),
  submit: ({ directories }) => directories.page.deleteConfirm,
  done: () => '/directories',
});

const document = graphql(`
  query ConsoleDirectory($directory: ID!, $from: String!) {
    directory(id: $directory) {
      name
      title
      description
      imageUrl
      timezone
      url
      campaigns {
        id
      }
      totals {
        members
        membersRemoved
        openings
      }
    }
    campaignStatistics(campaign: $directory, from: $from, by: DAY) {
      points {
        start
        counts {
          members
          openings
        }
      }
    }
  }
`);

type Data = ResultOf<typeof document>;

export const directoryScreen = screen({
  path: '/directories/:directory',
  area: 'directories',
  scope: 'READ',
  document,
  variables: ({ params, timezone }) => ({
    directory: params.directory ?? '',
    from: Temporal.Now.plainDateISO(timezone).subtract({ days: 29 }).toString(),
  }),
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

function figures(page: Page, { campaigns, totals }: Data['directory']): ComponentChildren {
  const words = page.words.directories.page.figures;
  return h(
    'div',
    { class: 'figures' },
    figureOf(words.members, page.number(membersOf(totals))),
    figureOf(words.openings, page.number(Number(totals.openings))),
    figureOf(words.offers, page.number(campaigns.length)),
  );
}

function chart(page: Page, points: Data['campaignStatistics']['points']): ComponentChildren {
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

function access(page: Page, { url }: Data['directory']): ComponentChildren {
  const words = page.words.directories.page;
  return h(
    'section',
    { class: 'card' },
    h('h2', null, words.address),
    h('p', null, copyableOf(page, url, url)),
    h('p', { class: 'hint' }, words.addressHint),
    h('h3', null, words.signIn),
    factsOf([
      [words.password, words.passwordText],
      [words.link, words.linkText],
    ]),
  );
}

function settings(page: Page, directory: Data['directory']): ComponentChildren {
  const { groups, page: words } = page.words.directories;
  const picture =
    directory.imageUrl &&
    h('img', {
      class: 'preview',
      src: directory.imageUrl,
      alt: words.picture,
      loading: 'lazy',
      referrerpolicy: 'no-referrer',
    });
  return formOf(page, 'save', {
    legend: words.settings,
    values: directory,
    data: directory.timezone,
    groups: directoryGroups(groups),
    below: picture,
  });
}

function deletion(page: Page): ComponentChildren {
  const words = page.words.directories.page;
  const button = formOf(page, 'delete', { quiet: true, dangerous: true });
  return button && foldOf(words.delete, [h('p', null, words.deleteText), button], page.attempt?.form === 'delete');
}
