import { graphql, mutationOf } from '../../documents/typed-document.ts';
import { form, screen } from '../frame/screen.ts';
import { formOf } from '../parts/form.tsx';
import { headingOf } from '../parts/pieces.tsx';
import { campaignFields, campaignInput, fieldGroups, timezonesWith } from './campaign-fields.ts';

export const newCampaign = screen({
  path: '/campaigns/new',
  scope: 'WRITE',
  document: graphql(`
    query ConsoleNewCampaign {
      folders(first: 1000) { nodes { id name parentId } }
    }
  `),
  title: (_, { words }) => words.campaigns.create,
  forms: {
    create: form({
      document: mutationOf('createCoupon'),
      fields: { ...campaignFields, name: { ...campaignFields.name, focus: true } },
      problemsAt: { FOLDER_NOT_FOUND: 'folder' },
      variables: (input: Parameters<typeof campaignInput>[0]) => ({ input: campaignInput(input) }),
      submit: ({ campaigns }) => campaigns.createSubmit,
      notice: ({ campaigns }) => campaigns.created,
      done: ({ createCoupon }) => `/campaigns/${createCoupon.id}`,
    }),
  },
  view: ({ folders }, page) => [
    headingOf(page.words.campaigns.create),
    formOf(page, 'create', {
      values: { timezone: page.timezone, folder: page.query('folder') },
      data: { folders, timezones: timezonesWith(page.timezone) },
      groups: fieldGroups(page),
    }),
  ],
});
