import type { ResultOf } from 'gql.tada';
import type { ComponentChildren } from 'preact';
import { graphql, mutationOf } from '../../documents/typed-document.ts';
import type { Page } from '../frame/page.ts';
import { form, screen } from '../frame/screen.ts';
import { barsOf } from '../parts/chart.tsx';
import { copyableOf } from '../parts/copyable.tsx';
import { foldedFormOf, formOf } from '../parts/form.tsx';
import { figureOf } from '../parts/pieces.tsx';
import { factsOf } from '../parts/table.tsx';
import { directoryFields, directoryGroups } from './directory-form-fields.ts';
import { directoryHeader } from './directory-header.ts';
import { membersOf } from './directory-list-screen.tsx';

const updateDirectory = form({
  document: mutationOf('updateDirectory'),
  fields: directoryFields,
  clears: true,
  variables: (input: { name: string | null }, { params }) => ({
    input: { ...input, name: input.name ?? '', id: params.directory ?? '' },
  }),
  submit: ({ directories }) => directories.page.save,
  notice: ({ directories }) => directories.page.saved,
});

const deleteDirectory = form({
  document: mutationOf('deleteDirectory'),
  adds: ({ params }) => ({ id: params.directory }),
  submit: ({ directories }) => directories.page.deleteConfirm,
  notice: ({ directories }) => directories.page.deleted,
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
  return (
    <div class="figures">
      {figureOf(words.members, page.number(membersOf(totals)))}
      {figureOf(words.openings, page.number(Number(totals.openings)))}
      {figureOf(words.offers, page.number(campaigns.length))}
    </div>
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

function settings(page: Page, directory: Data['directory']): ComponentChildren {
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

function deletion(page: Page): ComponentChildren {
  const { delete: summary, deleteText: text } = page.words.directories.page;
  return foldedFormOf(page, 'delete', { summary, text, quiet: true, dangerous: true });
}
