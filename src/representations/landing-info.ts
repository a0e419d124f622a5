import { type Event, nounIn } from '../kernel/event-log/event.ts';
import type { SubmittedSession } from '../sessions/landing/landing-submission.ts';
import type { VisitOfEvent } from '../sessions/landing/landing-visit.ts';
import { couponPath } from '../vocabulary/links.ts';
import { sessionOfEvent } from './session-item.ts';

export function landingOfEvent(event: Event, publicUrl: string): object {
  if (event.type === 'lp_submission')
    return { ...sessionOfEvent(event, publicUrl), consent: nounIn<SubmittedSession>(event).consent ?? '' };
  const { id, code, name, title } = nounIn<VisitOfEvent>(event);
  return { ID: id, code, name, title: title ?? '', url: publicUrl + couponPath(code) };
}
