import { mutationOf } from '../../documents/typed-document.ts';
import { labelled } from '../frame/labelled-fields.ts';
import type { Page } from '../frame/page.ts';
import { form } from '../frame/screen.ts';
import type { LabelledField } from '../frame/screen-field.ts';
import { codeBlock, svgAddress } from '../parts/pieces.tsx';

interface Locations {
  locations: { nodes: readonly { id: string; name: string }[] };
}

const numbers = [1, 2, 3, 4, 5, 6, 7] as const;

type AskName = `ask${(typeof numbers)[number]}`;

const askFields = Object.fromEntries(
  numbers.map((number) => [
    `ask${number}`,
    { kind: 'text', maxLength: 50, label: ({ settings }) => settings.tills.ask(number) } satisfies LabelledField,
  ]),
) as Record<AskName, LabelledField>;

const fields = labelled(({ settings }) => settings.tills)({
  name: {
    kind: 'text',
    required: true,
    maxLength: 100,
    label: ({ settings }) => settings.name,
    hint: ({ settings }) => settings.tills.nameHint,
  },
  location: {
    kind: 'select',
    options: (_, { locations }: Locations) => locations.nodes.map(({ id, name }) => [id, name] as const),
  },
  redeemsAtOnce: { kind: 'checkbox' },
  asksForMoney: { kind: 'checkbox' },
  offlineRedemption: {
    kind: 'select',
    required: true,
    word: 'offline',
    options: ({ settings }) => Object.entries(settings.tills.offlineChoices),
  },
  ...askFields,
});

export const tillGroups = ({ words: { settings } }: Page) => [
  {
    legend: settings.tills.settings,
    fields: Object.keys(fields).filter((name) => !name.startsWith('ask')),
    open: true,
  },
  { legend: settings.tills.asks, fields: ['asksForMoney', ...Object.keys(askFields)] },
];

type TillForm = {
  name: string;
  location?: string | null;
  redeemsAtOnce: boolean;
  asksForMoney: boolean;
  offlineRedemption: 'REFUSE' | 'ACCEPT';
} & { [Name in AskName]?: string | null };

function inputOf(given: TillForm) {
  const { name, location = null, redeemsAtOnce, asksForMoney, offlineRedemption } = given;
  const fields = numbers.flatMap((number) => {
    const label = given[`ask${number}`];
    return label ? [{ number, label }] : [];
  });
  return { name, location, redeemsAtOnce, asksForMoney, offlineRedemption, fields };
}

export function valuesOf(till: {
  name: string;
  locationId: string | null;
  redeemsAtOnce: boolean;
  asksForMoney: boolean;
  offlineRedemption: string;
  fields: readonly { number: number; label: string }[];
}): Record<string, unknown> {
  const asked = till.fields.map(({ number, label }) => [`ask${number}`, label]);
  return { ...till, location: till.locationId, ...Object.fromEntries(asked) };
}

/** Problems name a label by its index, and the form by the number of the field. */
function askPlace(path: readonly PropertyKey[], variables: object): readonly PropertyKey[] {
  const { fields } = (variables as { input: ReturnType<typeof inputOf> }).input;
  const [part, index] = path;
  const asked = part === 'fields' ? fields[Number(index)] : undefined;
  return asked ? [`ask${asked.number}`] : path;
}

export const create = form(mutationOf('createTill', 'url qrCode expiresAt till { name }'), {
  fields,
  variables: (input: TillForm) => ({ input: inputOf(input) }),
  place: askPlace,
  problemsAt: { LOCATION_NOT_FOUND: 'location' },
  submit: ({ settings }) => settings.tills.create,
  show: ({ createTill }, page) => pairingOf(page, createTill),
});

export const update = form(mutationOf('updateTill'), {
  fields,
  clears: true,
  variables: (input: TillForm, page) => ({ input: { ...inputOf(input), id: page.params.till ?? '' } }),
  place: askPlace,
  problemsAt: { LOCATION_NOT_FOUND: 'location' },
  says: ({ settings }) => [settings.save, settings.tills.changed],
});

export const renew = form(mutationOf('renewTillPairing', 'url qrCode expiresAt till { name }'), {
  fields: { id: { kind: 'hidden' } },
  submit: ({ settings }) => settings.tills.renew,
  show: ({ renewTillPairing }, page) => pairingOf(page, renewTillPairing),
});

export const revoke = form(mutationOf('revokeTill'), {
  fields: { id: { kind: 'hidden' } },
  says: ({ settings: { tills } }) => [tills.revoke, tills.revoked],
});

/** The link cannot be read again. */
function pairingOf(
  page: Page,
  { url, qrCode, expiresAt, till }: { url: string; qrCode: string; expiresAt: string; till: { name: string } },
) {
  const words = page.words.settings.tills;
  const minutes = Math.max(0, Math.round((new Date(expiresAt).getTime() - Date.now()) / 60_000));
  return (
    <section class="card">
      <h2>{words.pair(till.name)}</h2>
      <p>{words.pairHint}</p>
      <img src={svgAddress(qrCode)} alt={words.qrCode} width={260} height={260} />
      {codeBlock(page, words.link, url)}
      <p class="hint">
        {words.minutesLeft(minutes)} {page.moment(expiresAt)}
      </p>
    </section>
  );
}
