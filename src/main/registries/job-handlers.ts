import { purgeContactGroup } from '../../contacts/group/contact-group.ts';
import { purgeCoupon } from '../../coupons/coupon/coupon.ts';
import { purgeDirectory } from '../../directories/directory/directory.ts';
import type { Handler, JobDefinition } from '../../kernel/jobs/job-definition.ts';
import { defineRemoval } from '../../kernel/jobs/removal.ts';
import { purgeLoyaltyCard } from '../../loyalty/card/card.ts';
import { purgeEndpoint } from '../../webhooks/endpoint/endpoint.ts';
import { domains } from './domains.ts';
import { cardSteps, couponSteps, directorySteps, endpointSteps, groupSteps } from './removal-steps.ts';

export const definedJobs: readonly JobDefinition[] = [
  ...domains.flatMap(({ jobs }) => jobs),
  defineRemoval(purgeContactGroup, groupSteps),
  defineRemoval(purgeCoupon, couponSteps),
  defineRemoval(purgeDirectory, directorySteps),
  defineRemoval(purgeEndpoint, endpointSteps),
  defineRemoval(purgeLoyaltyCard, cardSteps),
];

export const handlers: Record<string, Handler> = Object.fromEntries(definedJobs.map(({ kind, step }) => [kind, step]));
