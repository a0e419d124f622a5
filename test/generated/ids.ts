import { z } from 'zod';
import type { Operation } from '../../src/kernel/api/operation.ts';
import { newId } from '../../src/kernel/values/ids.ts';
import { bare, type Path, pathsOf, schemaAt } from '../support/arbitraries.ts';

/** The kinds of things that `makeThings` makes. A new noun joins both. */
export const kinds = [
  'coupon',
  'session',
  'folder',
  'apiKey',
  'job',
  'event',
  'webhookEndpoint',
  'webhookDelivery',
  'directory',
  'category',
  'directoryUser',
  'loyaltyCard',
  'reward',
  'loyaltyUser',
  'earnedReward',
  'ledgerEntry',
  'merchant',
  'integration',
  'contactGroup',
  'contact',
  'message',
] as const;
export type Kind = (typeof kinds)[number];

/** An argument that takes an id, or a list of ids. */
export interface IdArgument {
  path: Path;
  kind: Kind;
  isList: boolean;
}

/** Every argument of the operation that takes ids and nothing else. */
export function idsOf(operation: Operation): IdArgument[] {
  return pathsOf(operation.input).flatMap((path) => {
    const schema = bare(schemaAt(operation.input, path));
    const isList = schema instanceof z.ZodArray;
    const kind = kindOf(isList ? (schema.element as z.ZodType) : schema);
    return kind ? [{ path, kind, isList }] : [];
  });
}

function kindOf(schema: z.ZodType): Kind | undefined {
  // Long enough for a password, which could also look like an id.
  if (['Bread', 'Bread and butter'].some((text) => schema.safeParse(text).success)) return undefined;
  return kinds.find((kind) => schema.safeParse(newId(kind)).success);
}
