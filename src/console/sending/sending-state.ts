import { optedOutReason } from '../../messaging/message/message-queue.ts';
import type { Page } from '../frame/page.ts';
import { statusOf, tabsOf } from '../parts/pieces.tsx';

type States = Page['words']['sending'];
type JobState = keyof States['jobStates'];
type MessageState = keyof States['messageStates'];

const jobTones = {
  QUEUED: 'calm',
  RUNNING: 'calm',
  PAUSED: 'warn',
  DONE: 'good',
  FAILED: 'bad',
  CANCELLED: 'warn',
} as const satisfies Record<JobState, string>;

const messageTones = {
  QUEUED: 'calm',
  SENDING: 'calm',
  SENT: 'good',
  DELIVERED: 'good',
  FAILED: 'bad',
  SUPPRESSED: 'warn',
  UNKNOWN: 'warn',
  CANCELLED: 'warn',
} as const satisfies Record<MessageState, string>;

export function jobState({ words }: Page, state: JobState) {
  return statusOf(words.sending.jobStates[state], jobTones[state]);
}

export function messageState({ words }: Page, state: MessageState) {
  return statusOf(words.sending.messageStates[state], messageTones[state]);
}

/** The reason comes from the platform or, for opt-outs, from the words of the console. */
export function reasonOf({ words }: Page, { status, reason }: { status: MessageState; reason: string | null }) {
  return status === 'SUPPRESSED' && reason === optedOutReason ? words.sending.messageHints[status] : reason;
}

export function sendingTabs(page: Page) {
  const { sections, tabs } = page.words.sending;
  return tabsOf(page, sections, [
    { name: tabs.groups, path: '/sending' },
    { name: tabs.messages, path: '/sending/messages' },
    { name: tabs.push, path: '/sending/push' },
  ]);
}

export function campaignPlace(page: Page, id: string): string {
  const lists = { cam: '/campaigns', loy: '/loyalty', dir: '/directories' };
  return page.to(`${lists[id.slice(0, 3) as keyof typeof lists]}/${id}`);
}
