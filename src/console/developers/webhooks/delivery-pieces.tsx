import { mutationOf } from '../../../documents/typed-document.ts';
import type { Page } from '../../frame/page.ts';
import { form } from '../../frame/screen.ts';
import { below, statusOf } from '../../parts/pieces.tsx';
import { durationOf } from './endpoint-state.tsx';

const tones = { PENDING: 'warn', DELIVERED: 'good', FAILED: 'bad' } as const;

export function deliveryStatus(page: Page, status: keyof typeof tones) {
  return statusOf(page.words.developers.deliveries.statuses[status], tones[status]);
}

interface Attempt {
  status: number | null;
  milliseconds: number;
  error: string | null;
}

/** Shows the outcome of an attempt on one line, and the reason if it failed. */
export function attemptSummary(page: Page, attempt: Attempt | null) {
  const { noAttempt } = page.words.developers.deliveries;
  if (!attempt) return <span class="soft">{noAttempt}</span>;
  const { milliseconds, error } = attempt;
  return [`${answerOf(page, attempt)} · ${durationOf(page, milliseconds)}`, error && below(error)];
}

export function answerOf(page: Page, { status }: Pick<Attempt, 'status'>): string {
  const { http, noResponse } = page.words.developers.deliveries;
  return status === null ? noResponse : http(status);
}

/** The id is a field, because a list has a button in each row. */
export const replay = form(mutationOf('retryWebhookDelivery'), {
  fields: { id: { kind: 'hidden' } },
  says: ({ developers: { deliveries } }) => [deliveries.replay, deliveries.replayed],
});
