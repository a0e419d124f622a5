import { createHash } from 'node:crypto';
import { eventIdShape } from '../kernel/event-log/event.ts';
import { jobIdShape } from '../kernel/jobs/job.ts';
import { type IdShape, idAlphabet, randomId } from '../kernel/values/random-ids.ts';

export const idShapes = {
  account: ['acc_', 16],
  apiKey: ['key_', 16],
  coupon: ['cam_', 12],
  folder: ['fol_', 12],
  directory: ['dir_', 12],
  category: ['cat_', 12],
  directoryUser: ['reg_', 16],
  loyaltyCard: ['loy_', 12],
  reward: ['rew_', 12],
  loyaltyUser: ['usr_', 16],
  earnedReward: ['rwd_', 16],
  ledgerEntry: ['led_', 16],
  location: ['loc_', 12],
  event: eventIdShape,
  job: jobIdShape,
  webhookEndpoint: ['whe_', 16],
  webhookDelivery: ['dlv_', 16],
  message: ['msg_', 16],
  messageContent: ['mct_', 16],
  integration: ['int_', 16],
  contactGroup: ['gro_', 12],
  contact: ['con_', 16],
  walletPass: ['pas_', 16],
  walletPush: ['psh_', 16],
  person: ['per_', 16],
  personLink: ['inv_', 16],
  signIn: ['sig_', 16],
  till: ['til_', 16],
  auditEntry: ['aud_', 16],
  loggedRequest: ['req_', 16],
  session: ['', 21],
} as const satisfies Record<string, IdShape>;

export type IdKind = keyof typeof idShapes;

export const newId = (kind: IdKind, beginning = '') => randomId(idShapes[kind], beginning);

export function idOf(kind: IdKind, text: string): string {
  const [prefix, length] = idShapes[kind];
  const digest = BigInt(`0x${createHash('sha256').update(text).digest('hex')}`);
  return prefix + digest.toString(idAlphabet.length).padStart(length, '0').slice(-length);
}

export function idForm(kind: IdKind): string {
  const [prefix, length] = idShapes[kind];
  return `${prefix ? `\`${prefix}\` followed by ` : ''}${length} characters`;
}

export function idPattern(kind: IdKind): RegExp {
  const [prefix, length] = idShapes[kind];
  return new RegExp(`^${prefix}[0-9a-z]{${length}}$`);
}
