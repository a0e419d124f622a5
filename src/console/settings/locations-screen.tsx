import type { ResultOf } from 'gql.tada';
import { connectionOf, mutationOf } from '../../documents/typed-document.ts';
import { addressOf } from '../../locations/location/location-text.ts';
import { labelled } from '../frame/labelled-fields.ts';
import type { Page } from '../frame/page.ts';
import { form, screen } from '../frame/screen.ts';
import { filtersOf, searchedText } from '../parts/filters.tsx';
import { foldedFormOf, formOf } from '../parts/form.tsx';
import { emptyOf, headingOf, pagingOf, tableOf } from '../parts/pieces.tsx';
import { settingsTabs } from './settings-tabs.ts';

const fields = labelled(({ settings }) => settings.locations)({
  name: { kind: 'text', required: true, maxLength: 100 },
  address: { kind: 'text', maxLength: 255 },
  zip: { kind: 'text', maxLength: 20 },
  city: { kind: 'text', maxLength: 100 },
});

const addLocation = form(mutationOf('createLocation'), {
  fields,
  says: ({ settings: { locations } }) => [locations.addButton, locations.added],
});

const editLocation = form(mutationOf('updateLocation'), {
  fields: { id: { kind: 'hidden' }, ...fields },
  clears: true,
  says: ({ settings: { locations } }) => [locations.save, locations.saved],
});

const deleteLocation = form(mutationOf('deleteLocation'), {
  fields: { id: { kind: 'hidden' } },
  says: ({ settings: { locations } }) => [locations.remove, locations.removed],
});

const document = connectionOf(
  'locations',
  'LocationFilter',
  'id name address zip city totals { validated unvalidated }',
);

type Location = ResultOf<typeof document>['locations']['nodes'][number];

export const locationsScreen = screen({
  path: '/settings/locations',
  document,
  variables: (page) => ({ filter: { text: searchedText(page) } }),
  title: (_, { words }) => words.settings.screens.locations,
  forms: { add: addLocation, edit: editLocation, delete: deleteLocation },
  view: ({ locations: { nodes, pageInfo } }, page) => {
    const { locations: words, screens } = page.words.settings;
    const title = screens.locations;
    const isEmpty = nodes.length === 0 && !page.query('search') && !page.query('after');
    return [
      headingOf(title),
      settingsTabs(page),
      filtersOf(page, [{ name: 'search', label: words.search, kind: 'search' }]),
      tableOf({
        caption: title,
        rows: nodes,
        empty: isEmpty ? emptyOf(words.empty, words.emptyAdvice) : emptyOf(words.noMatch),
        columns: [
          { name: words.name, cell: ({ name }) => <strong>{name}</strong> },
          { name: words.address, cell: (location) => addressOf(location) || '–' },
          { name: words.redeemed, number: true, cell: ({ totals }) => page.number(redeemedAt(totals)) },
          { name: words.id, cell: ({ id }) => <code>{id}</code> },
          page.may('WRITE') && { name: words.edit, cell: (location) => changesOf(page, location) },
        ],
      }),
      pagingOf(page, pageInfo),
      foldedFormOf(page, 'add', { summary: words.add, open: isEmpty }),
    ];
  },
});

function redeemedAt({ validated, unvalidated }: Location['totals']): number {
  return Number(validated) - Number(unvalidated);
}

function changesOf(page: Page, location: Location) {
  const { edit, removeOf } = page.words.settings.locations;
  const { id, name } = location;
  const isAttempted = page.attempt?.form === 'edit' && page.attempt.key === id;
  return (
    <div>
      <details open={isAttempted}>
        <summary>{edit}</summary>
        {formOf(page, 'edit', { key: id, values: location })}
      </details>
      {formOf(page, 'delete', { key: id, values: { id }, quiet: true, dangerous: true, label: removeOf(name) })}
    </div>
  );
}
