import type { ComponentChildren } from 'preact';
import type { Page } from '../frame/page.ts';
import { statusOf } from '../parts/pieces.tsx';
import type { HomeData } from './home-document.ts';

interface Concern {
  label: string;
  tone: 'bad' | 'warn' | 'calm';
  /** The path below `/console`. */
  path: string;
  subject: string;
  detail: string;
}

/** Lists everything that needs attention, most urgent first, with links to the screens. */
export function concernsOf(data: HomeData, page: Page): ComponentChildren {
  const concerns = [
    ...endpointsOf(data, page),
    ...noticesOf(data, page),
    ...lowCodesOf(data, page),
    ...endingOf(data, page),
    ...jobsOf(data, page),
  ];
  if (concerns.length === 0) return <p class="soft">{page.words.home.nothing}</p>;
  return (
    <ul class="concerns">
      {concerns.map(({ label, tone, path, subject, detail }) => (
        <li>
          {statusOf(label, tone)} <a href={page.to(path)}>{subject}</a> <span class="soft">{detail}</span>
        </li>
      ))}
    </ul>
  );
}

function endpointsOf({ webhookEndpoints }: HomeData, page: Page): Concern[] {
  const { failing, failingSince, disabled, disabledAt } = page.words.home;
  return (webhookEndpoints?.nodes ?? []).flatMap((endpoint) => {
    if (!endpoint.failingSince && !endpoint.disabledAt) return [];
    const concern = { tone: 'bad', path: `/webhooks/${endpoint.id}`, subject: endpoint.url } as const;
    return endpoint.disabledAt
      ? [{ ...concern, label: disabled, detail: disabledAt(page.moment(endpoint.disabledAt)) }]
      : [{ ...concern, label: failing, detail: failingSince(page.moment(endpoint.failingSince)) }];
  });
}

/** Skips notices about disabled endpoints, which are already listed. */
function noticesOf({ viewer }: HomeData, page: Page): Concern[] {
  return viewer.notices
    .filter(({ type }) => type !== 'WEBHOOK_ENDPOINT_DISABLED')
    .map(({ message, createdAt }) => ({
      ...{ label: page.words.home.notice, tone: 'warn', path: page.may('ADMIN') ? '/settings/platforms' : '/settings' },
      ...{ subject: message, detail: page.moment(createdAt) },
    }));
}

const fewShare = 0.1;

/** Returns campaigns with less than a tenth of their codes left. */
function lowCodesOf({ running }: HomeData, page: Page): Concern[] {
  const { lowCodes, codesLeft } = page.words.home;
  return running.nodes.flatMap(({ id, name, totals }) => {
    const created = Number(totals.created);
    const left = created - Number(totals.claimed) - Number(totals.voided) - Number(totals.removed);
    if (created < 10 || left >= created * fewShare) return [];
    const detail = codesLeft(page.number(Math.max(0, left)), page.number(created));
    return [
      {
        label: lowCodes,
        tone: 'warn',
        path: page.may('WRITE') ? `/campaigns/${id}/codes/new` : `/campaigns/${id}/codes`,
        subject: name,
        detail,
      },
    ];
  });
}

function endingOf({ endingSoon }: HomeData, page: Page): Concern[] {
  const { endingSoon: label, endsAt } = page.words.home;
  return endingSoon.nodes.map(({ id, name, expiryDate }) => ({
    ...{ label, tone: 'warn', path: `/campaigns/${id}` },
    ...{ subject: name, detail: expiryDate ? endsAt(page.moment(expiryDate)) : '' },
  }));
}

function jobsOf({ jobs }: HomeData, page: Page): Concern[] {
  const { job, jobProgress } = page.words.home;
  return jobs.nodes.map(({ id, created, requested }) => ({
    ...{ label: job, tone: 'calm', path: '/settings/jobs', subject: id },
    ...{ detail: requested === null ? '' : jobProgress(page.number(created ?? 0), page.number(requested)) },
  }));
}
