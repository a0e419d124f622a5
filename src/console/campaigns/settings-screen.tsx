import type { ResultOf } from 'gql.tada';
import { barcodeTypes, couponFields } from '../../coupons/coupon/coupon.fields.ts';
import { graphql, mutationOf } from '../../documents/typed-document.ts';
import type { Words } from '../../words/languages.ts';
import { formFields, namesInGroup, textsOf } from '../frame/labelled-fields.ts';
import type { Page } from '../frame/page.ts';
import { type Form, form, screen } from '../frame/screen.ts';
import type { Field, Kind } from '../frame/screen-field.ts';
import { formOf } from '../parts/form.tsx';
import { headingOf } from '../parts/pieces.tsx';
import { campaignSummary, localTime } from './campaign-summary.tsx';
import { campaignHeader } from './campaign-tabs.tsx';
import { type Folder, folderOptions } from './folder-tree.ts';

const { barcode, ...plainFields } = formFields(couponFields, ({ campaigns }) => campaigns.fields);

const campaignFields = {
  name: ownField('name', { maxLength: 100, required: true }),
  ...plainFields,
  startsAt: ownField('startsAt', { kind: 'local' }),
  endsAt: ownField('endsAt', { kind: 'local', at: 'expiry.fixed.at' }),
  endsAfter: ownField('endsAfter', { kind: 'number', at: 'expiry.flexible.days', min: 1, max: 36_500 }),
  locations: {
    ...ownField('locations', { kind: 'checks' }),
    options: (_, { locations }: { locations: readonly Place[] }) => locations.map(({ id, name }) => [id, name]),
  },
  folder: {
    ...ownField('folder', { kind: 'select' }),
    options: (_, { folders }: { folders: { nodes: Folder[] } }) => folderOptions(folders.nodes),
  },
  tags: ownField('tags', { maxLength: 2600 }),
  bannerUrls: ownField('bannerUrls', { kind: 'lines' }),
  barcode: { ...barcode, options: ({ campaigns }) => barcodeTypes.map((type) => [type, campaigns.barcodes[type]]) },
  timezone: {
    ...ownField('timezone', { kind: 'select' }),
    options: (_, { timezones }: { timezones: readonly string[] }) => timezones.map((zone) => [zone, zone]),
  },
} satisfies Record<string, Field>;

/** The fields of the form, by group: those of `couponFields`, and others before or after them. */
const groups = {
  offer: ['name', ...namesInGroup(couponFields, 'offer')],
  time: ['startsAt', 'endsAt', 'endsAfter'],
  where: ['locations'],
  filing: ['folder', 'tags'],
  pictures: [...namesInGroup(couponFields, 'pictures'), 'bannerUrls'],
  terms: namesInGroup(couponFields, 'terms'),
  messages: namesInGroup(couponFields, 'sending'),
  technical: [...namesInGroup(couponFields, 'technical'), 'timezone'],
};

/** Groups that few campaigns need are folded at first. */
function fieldGroups({ words }: Page) {
  const names = Object.keys(groups) as (keyof typeof groups)[];
  return names.map((name) => ({
    legend: words.campaigns.groups[name],
    fields: groups[name],
    ...(name === 'time' && { open: true }),
  }));
}

function ownField(
  name: keyof Words['campaigns']['fields'],
  field: Omit<Partial<Field>, 'kind'> & { kind?: Kind },
): Field {
  return { kind: 'text', ...textsOf(({ campaigns }) => campaigns.fields[name]), ...field };
}

/** The values of the fields, before they become the input. */
interface CampaignForm {
  expiry?: { fixed?: { at?: string | null }; flexible?: { days?: number | string | null } };
  tags?: string | null;
  currency?: string | null;
  name: string;
}

function campaignInput({ expiry, tags, currency, ...rest }: CampaignForm) {
  const at = expiry?.fixed?.at;
  const days = expiry?.flexible?.days as number | null | undefined;
  const ends = { ...(at && { fixed: { at } }), ...(days != null && { flexible: { days } }) };
  const isCleared = expiry !== undefined && Object.keys(ends).length === 0;
  return {
    ...rest,
    ...(tags !== undefined && { tags: tags === null ? [] : listed(tags) }),
    ...(currency !== undefined && { currency: currency?.toUpperCase() ?? null }),
    ...(expiry !== undefined && { expiry: isCleared ? null : ends }),
  };
}

function listed(tags: string): string[] {
  return tags.split(',').flatMap((tag) => tag.trim() || []);
}

function timezonesWith(...given: string[]): string[] {
  return [...new Set([...given, 'UTC', ...Intl.supportedValuesOf('timeZone')])].sort();
}

interface Place {
  id: string;
  name: string;
}

/** The choices of a form. A coupon keeps its locations, even if an account has more than the list. */
function placesWith(nodes: readonly Place[], named: readonly Place[] = []): Place[] {
  return [...new Map([...named, ...nodes].map((place) => [place.id, place])).values()];
}

type StateWord = keyof Words['campaigns']['state'];

const idOf = ({ params }: Page) => ({ id: params.campaign });

const button = (document: Form['document'], submit: StateWord, done: StateWord) =>
  form(document, {
    adds: idOf,
    says: ({ campaigns }) => [campaigns.state[submit], campaigns.state[done]],
  });

const statusForm = (status: 'ACTIVE' | 'EXAMPLE', submit: StateWord, done: StateWord) =>
  form(mutationOf('setCouponStatus'), {
    adds: (page) => ({ ...idOf(page), status }),
    says: ({ campaigns }) => [campaigns.state[submit], campaigns.state[done]],
  });

const stateForms = {
  lock: button(mutationOf('lockCoupon'), 'lock', 'locked'),
  unlock: button(mutationOf('unlockCoupon'), 'unlock', 'unlocked'),
  void: button(mutationOf('voidCoupon'), 'void', 'voided'),
  unvoid: button(mutationOf('unvoidCoupon'), 'unvoid', 'unvoided'),
  activate: statusForm('ACTIVE', 'activate', 'madeActive'),
  example: statusForm('EXAMPLE', 'example', 'madeExample'),
  remove: form(mutationOf('deleteCoupon'), {
    adds: idOf,
    says: ({ campaigns: { state } }) => [state.remove, state.removed],
    done: () => '/campaigns',
  }),
};

function stateButtons(page: Page, { lockedAt, voidedAt, status }: Campaign) {
  const { state } = page.words.campaigns;
  const row = (name: keyof typeof stateForms, hint: string, dangerous = false) => (
    <div class="switch">
      <p>{hint}</p>
      {formOf(page, name, { quiet: true, dangerous })}
    </div>
  );
  return (
    <section class="card">
      <h2>{state.title}</h2>
      {lockedAt ? row('unlock', state.unlockHint) : row('lock', state.lockHint)}
      {voidedAt ? row('unvoid', state.unvoidHint) : row('void', state.voidHint, true)}
      {status === 'EXAMPLE' ? row('activate', state.activateHint) : row('example', state.exampleHint)}
      {row('remove', state.removeHint, true)}
    </section>
  );
}

const document = graphql(`
  query ConsoleCampaignSettings($campaign: ID!) {
    coupon(id: $campaign) {
      id name state status lockedAt voidedAt title subtitle description terms termsShort poweredBy
      poweredByUrl imageUrl logoUrl bannerUrls timezone startDate expiryType expiryDate expiryDays
      folder { id name }
      tags value currency barcode emailSubject emailBody smsBody
      locations { id name }
    }
    folders(first: 1000) { nodes { id name parentId } }
    locations(first: 500) { nodes { id name } }
  }
`);

type Campaign = ResultOf<typeof document>['coupon'];

export const settingsScreen = screen({
  path: '/campaigns/:campaign/settings',
  document,
  title: ({ coupon }, { words }) => `${words.campaigns.tabs.settings} · ${coupon.name}`,
  forms: {
    update: form(mutationOf('updateCoupon'), {
      fields: campaignFields,
      clears: true,
      problemsAt: { FOLDER_NOT_FOUND: 'folder', LOCATION_NOT_FOUND: 'locations' },
      variables: (input: Parameters<typeof campaignInput>[0], { params: { campaign = '' } }) => ({
        input: { ...campaignInput(input), id: campaign },
      }),
      says: ({ campaigns }) => [campaigns.save, campaigns.saved],
    }),
    ...stateForms,
  },
  view: ({ coupon, folders, locations }, page) => [
    campaignHeader(page, coupon),
    page.may('WRITE') ? (
      <div class="beside">
        {[
          formOf(page, 'update', {
            values: valuesOf(coupon),
            data: {
              folders,
              timezones: timezonesWith(coupon.timezone),
              locations: placesWith(locations.nodes, coupon.locations),
            },
            groups: fieldGroups(page),
          }),
          stateButtons(page, coupon),
        ]}
      </div>
    ) : (
      campaignSummary(page, coupon)
    ),
  ],
});

function valuesOf(coupon: Campaign) {
  const { startDate, expiryDate, expiryDays, timezone, folder, tags, locations } = coupon;
  return {
    ...coupon,
    startsAt: localTime(startDate, timezone),
    endsAt: localTime(expiryDate, timezone),
    endsAfter: expiryDays,
    folder: folder?.id,
    tags: tags.join(', '),
    locations: locations.map(({ id }) => id),
  };
}

export const newCampaign = screen({
  path: '/campaigns/new',
  scope: 'WRITE',
  document: graphql(`
    query ConsoleNewCampaign {
      folders(first: 1000) { nodes { id name parentId } }
      locations(first: 500) { nodes { id name } }
    }
  `),
  title: (_, { words }) => words.campaigns.create,
  forms: {
    create: form(mutationOf('createCoupon'), {
      fields: { ...campaignFields, name: { ...campaignFields.name, focus: true } },
      problemsAt: { FOLDER_NOT_FOUND: 'folder', LOCATION_NOT_FOUND: 'locations' },
      variables: (input: Parameters<typeof campaignInput>[0]) => ({ input: campaignInput(input) }),
      says: ({ campaigns }) => [campaigns.createSubmit, campaigns.created],
      done: ({ createCoupon }) => `/campaigns/${createCoupon.id}`,
    }),
  },
  view: ({ folders, locations }, page) => [
    headingOf(page.words.campaigns.create),
    formOf(page, 'create', {
      values: { timezone: page.timezone, folder: page.query('folder') },
      data: { folders, timezones: timezonesWith(page.timezone), locations: placesWith(locations.nodes) },
      groups: fieldGroups(page),
    }),
  ],
});
