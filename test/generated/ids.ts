import type { Operation } from '../../src/api/operation.ts';
import { newId } from '../../src/ids.ts';
import { type Path, pathsOf, schemaAt } from '../support/arbitraries.ts';

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
] as const;
export type Kind = (typeof kinds)[number];

/** The kind of id that an argument takes, if that is all that it takes. */
function kindAt({ input }: Operation, path: Path): Kind | undefined {
  const schema = schemaAt(input, path);
  // Long enough for a password, which could also look like an id.
  if (['Bread', 'Bread and butter'].some((text) => schema.safeParse(text).success)) return undefined;
  return kinds.find((kind) => schema.safeParse(newId(kind)).success);
}

/** Every argument of the operation that takes an id, with its kind. */
export function idsOf(operation: Operation): { path: Path; kind: Kind }[] {
  return pathsOf(operation.input).flatMap((path) => {
    const kind = kindAt(operation, path);
    return kind ? [{ path, kind }] : [];
  });
}
