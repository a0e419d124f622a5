import { z } from 'zod';
import type { Operation } from '../../src/api/operation.ts';
import { newId } from '../../src/vocabulary/ids.ts';
import { bare, type Path, pathsOf, schemaAt } from '../support/arbitraries.ts';

/** The kinds of objects that `makeThings` makes. Add a new noun to both. */
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
  'integration',
  'contactGroup',
  'contact',
  'message',
  'walletPush',
  'person',
  'personLink',
  'signIn',
  'location',
  'till',
  'auditEntry',
  'loggedRequest',
] as const;
export type Kind = (typeof kinds)[number];

/** An argument that accepts an id or a list of ids. */
export interface IdArgument {
  path: Path;
  kind: Kind;
  isList: boolean;
}

/** Returns the arguments of the operation that accept only ids. */
export function idsOf(operation: Operation): IdArgument[] {
  return pathsOf(operation.input).flatMap((path) => {
    const schema = bare(schemaAt(operation.input, path));
    const isList = schema instanceof z.ZodArray;
    const kind = kindOf(isList ? (schema.element as z.ZodType) : schema);
    return kind ? [{ path, kind, isList }] : [];
  });
}

function kindOf(schema: z.ZodType): Kind | undefined {
  const declared = schema.meta()?.idKinds;
  if (declared) return kinds.find((kind) => declared.includes(kind));
  // A field that accepts plain text is not an id. The longer text satisfies the minimum length of passwords.
  if (['Bread', 'Bread and butter'].some((text) => schema.safeParse(text).success)) return undefined;
  return kinds.find((kind) => schema.safeParse(newId(kind)).success);
}
