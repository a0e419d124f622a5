import { type Event, nounIn } from '../kernel/event-log/event.ts';
import type { HeldSubmission } from '../sessions/landing/landing-submission.ts';
import type { HeldVisit } from '../sessions/landing/landing-visit.ts';
import { couponPath } from '../vocabulary/links.ts';
import { sessionOfEvent } from './session-item.ts';

export function landingOfEvent(event: Event, publicUrl: string): object {
  if (event.type === 'lp_submission')
    return { ...sessionOfEvent(event, publicUrl), consent: nounIn<HeldSubmission>(event).consent ?? '' };
  const { id, code, name, title } = nounIn<HeldVisit>(event);
  return { ID: id, code, name, title: title ?? '', url: publicUrl + couponPath(code) };
}
