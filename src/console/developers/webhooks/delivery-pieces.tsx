import type { ComponentChildren } from 'preact';
import type { Page } from '../../frame/page.ts';
import { below, statusOf } from '../../parts/pieces.tsx';
import { durationOf } from './endpoint-state.tsx';

const tones = { PENDING: 'warn', DELIVERED: 'good', FAILED: 'bad' } as const;

export function deliveryStatus(page: Page, status: keyof typeof tones): ComponentChildren {
  return statusOf(page.words.developers.deliveries.statuses[status], tones[status]);
}

interface Attempt {
  status: number | null;
  milliseconds: number;
  error: string | null;
}

/** Shows the outcome of an attempt in one line, and the reason if it failed. */
export function attemptSummary(page: Page, attempt: Attempt | null): ComponentChildren {
  const { noAttempt } = page.words.developers.deliveries;
  if (!attempt) return <span class="soft">{noAttempt}</span>;
  const { milliseconds, error } = attempt;
  return [`${answerOf(page, attempt)} · ${durationOf(page, milliseconds)}`, error && below(error)];
}

export function answerOf(page: Page, { status }: Pick<Attempt, 'status'>): string {
  const { http, noResponse } = page.words.developers.deliveries;
  return status === null ? noResponse : http(status);
}
