import type { ResultOf } from 'gql.tada';
import { graphql, mutationOf } from '../../documents/typed-document.ts';
import { form, screen } from '../frame/screen.ts';
import { formOf } from '../parts/form.tsx';
import { campaignFields, campaignInput, fieldGroups, timezonesWith } from './campaign-fields.ts';
import { campaignSummary } from './campaign-summary.tsx';
import { campaignHeader } from './campaign-tabs.tsx';
import { localTime } from './campaign-times.ts';
import { stateButtons, stateForms } from './state-forms.tsx';

const document = graphql(`
  query ConsoleCampaignSettings($campaign: ID!) {
    coupon(id: $campaign) {
      id name state status lockedAt voidedAt title subtitle description terms termsShort poweredBy
      poweredByUrl imageUrl logoUrl bannerUrls timezone startDate expiryType expiryDate expiryDays
      folder { id name }
      tags value currency barcode emailSubject emailBody smsBody
    }
    folders(first: 1000) { nodes { id name parentId } }
  }
`);

type Campaign = ResultOf<typeof document>['coupon'];

export const settingsScreen = screen({
  path: '/campaigns/:campaign/settings',
  scope: 'READ',
  document,
  variables: ({ params: { campaign = '' } }) => ({ campaign }),
  title: ({ coupon }, { words }) => `${words.campaigns.tabs.settings} · ${coupon.name}`,
  forms: {
    update: form({
      document: mutationOf('updateCoupon'),
      fields: campaignFields,
      clears: true,
      problemsAt: { FOLDER_NOT_FOUND: 'folder' },
      variables: (input: Parameters<typeof campaignInput>[0], { params: { campaign = '' } }) => ({
        input: { ...campaignInput(input), id: campaign },
      }),
      submit: ({ campaigns }) => campaigns.save,
      notice: ({ campaigns }) => campaigns.saved,
    }),
    ...stateForms,
  },
  view: ({ coupon, folders }, page) => [
    campaignHeader(page, coupon),
    page.may('WRITE') ? (
      <div class="beside">
        {[
          formOf(page, 'update', {
            values: valuesOf(coupon),
            data: { folders, timezones: timezonesWith(coupon.timezone) },
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
  const { startDate, expiryDate, expiryDays, timezone, folder, tags } = coupon;
  return {
    ...coupon,
    startsAt: localTime(startDate, timezone),
    endsAt: localTime(expiryDate, timezone),
    endsAfter: expiryDays,
    folder: folder?.id,
    tags: tags.join(', '),
  };
}
