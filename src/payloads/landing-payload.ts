import { heldBy } from '../kernel/event-log/event.ts';
import { allTags, type CampaignTags } from '../sessions/landing/campaign-tags.ts';
import type { HeldSubmission } from '../sessions/landing/landing-submission.ts';
import type { HeldVisit } from '../sessions/landing/landing-visit.ts';
import { couponPath, sessionPath } from '../vocabulary/links.ts';
import type { FieldsOf } from './payload-fields.ts';

type Held = Partial<HeldSubmission> & Partial<HeldVisit> & { tags: CampaignTags };

export const landingFields: FieldsOf = (event, _, publicUrl) => {
  const { couponCode, code = couponCode ?? '', session, labelled, tags } = heldBy<Held>(event);
  return {
    landing_id: code,
    target_coupon: event.campaignId ?? '',
    target_statcode: session ?? '',
    target_url: publicUrl + (session ? sessionPath(code, session) : couponPath(code)),
    ...(event.type === 'lp_submission' && { data: labelled }),
    utm_tags: allTags(tags),
  };
};
