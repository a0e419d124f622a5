import type { RestoreReport } from './restored-database.ts';

export function restoreText(report: RestoreReport): string {
  const { lastChange, position, continuesAfter, lostEvents, lostByType, perhapsSent, codes, ended } = report;
  const { messages, webhooks, jobs } = perhapsSent;
  const paused = jobs.filter(({ status }) => status === 'PAUSED');
  const failed = jobs.filter(({ status }) => status === 'FAILED');
  return [
    `The database has everything up to ${lastChange ?? 'its beginning'} UTC, position ${position}.`,
    'exactly' in lostEvents
      ? `${lostEvents.exactly} events were lost.`
      : `At least ${lostEvents.min} and at most ${lostEvents.max} events were lost.`,
    ...Object.entries(lostByType ?? {}).map(([type, amount]) => `  ${type}: ${amount}`),
    `The next events have positions after ${continuesAfter}. Consumers at a lost position get CURSOR_EXPIRED.`,
    `${messages.length} messages may have been sent since. They have the status UNKNOWN, and retryMessage sends one again.`,
    `${webhooks.length} deliveries to webhooks may have been sent since. They have the status FAILED, and recoverWebhookEndpoint sends those of an endpoint again.`,
    ...(paused.length > 0
      ? [`${paused.length} jobs that send are paused, because they may have sent more since: ${idsOf(paused)}`]
      : []),
    ...(failed.length > 0
      ? [`${failed.length} jobs that create sessions ended, because their numbers may be in use: ${idsOf(failed)}`]
      : []),
    ...(report.sentAgain.length > 0 ? [`Sent again, as requested: ${report.sentAgain.join(', ')}.`] : []),
    ...codes.map(({ coupon, codes }) =>
      'exactly' in lostEvents
        ? `  ${coupon}: ${codes} codes of lost sessions are not given again`
        : `  ${coupon}: ${codes} codes of its pool are withheld, because customers may have them (restore release-codes)`,
    ),
    ...(report.couponsThatDrawCodes > 0
      ? [`${report.couponsThatDrawCodes} coupons draw codes at random, and may draw a code that was lost.`]
      : []),
    `Ended: ${ended.signIns} sign-ins of people, ${ended.memberSignIns} of members, ${ended.links} links that work once.`,
    'Check API keys, tills, people and opt-outs: revocations, removals and additions since the backup are lost.',
    `Took ${(report.milliseconds / 1000).toFixed(1)} s. You can start the service.`,
  ].join('\n');
}

function idsOf(jobs: readonly { id: string }[]): string {
  return jobs.map(({ id }) => id).join(', ');
}
