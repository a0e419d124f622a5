import type { z } from 'zod';
import type { Connection } from '../kernel/database/database.ts';
import { definitionOf } from '../kernel/values/schema-definition.ts';
import { type IdKind, idPattern } from '../vocabulary/ids.ts';
import { type ExternalId, findOurIds, longestExternalId } from './external-id.ts';

type SoughtId = Pick<ExternalId, 'kind' | 'externalId'>;

interface Leaf {
  kinds: readonly IdKind[];
  /** The forms of our ids. */
  forms: readonly RegExp[];
  schema: z.ZodType;
}

interface Place {
  leaf?: Leaf;
  item?: Place;
  members?: ReadonlyMap<string, Place>;
}

type Which = 'misshapen' | 'all';

/** Replaces external ids with ours. Returns null if there are none. If all ids have our form, it needs no statement. */
export async function withOurIds<Input>(
  schema: z.ZodType,
  input: Input,
  { connection, accountId, which }: { connection: Connection; accountId: string; which: Which },
): Promise<Input | null> {
  const place = placeOf(schema);
  const wanted = place ? wantedIn(place, input, which) : [];
  if (!place || wanted.length === 0) return null;
  const found = await findOurIds(connection, accountId, wanted);
  return found.size === 0 ? null : (replaced(place, input, { found, which }) as Input);
}

interface Caller {
  viewer: { account: { id: string } } | null;
  services: { database: Connection };
}

/** Replaces only ids that do not have our form. If there are none, returns no promise. */
export function withCallersIds<Input>(
  schema: z.ZodType,
  input: Input,
  { viewer, services }: Caller,
): Input | Promise<Input> {
  const place = placeOf(schema);
  if (!viewer || !place || wantedIn(place, input, 'misshapen').length === 0) return input;
  const where = { connection: services.database, accountId: viewer.account.id, which: 'misshapen' } as const;
  return withOurIds(schema, input, where).then((ours) => ours ?? input);
}

const places = new WeakMap<z.ZodType, { place: Place | null }>();

function placeOf(schema: z.ZodType): Place | null {
  const known = places.get(schema);
  if (known) return known.place;
  const place = findPlace(schema);
  places.set(schema, { place });
  return place;
}

function findPlace(schema: z.ZodType): Place | null {
  const kinds = schema.meta()?.idKinds;
  const def = definitionOf(schema);
  const inner = def.innerType ?? def.in;
  if (inner) return placeOf(inner);
  if (kinds) return { leaf: { kinds, forms: kinds.map(idPattern), schema } };
  if (def.element) {
    const item = placeOf(def.element);
    return item && { item };
  }
  if (!def.shape) return null;
  const members = Object.entries(def.shape).flatMap(([name, type]) => {
    const place = placeOf(type);
    return place ? [[name, place] as const] : [];
  });
  return members.length > 0 ? { members: new Map(members) } : null;
}

const maxWanted = 1000;

function wantedIn(place: Place, value: unknown, which: Which): SoughtId[] {
  const wanted: SoughtId[] = [];
  visit(place, value, (leaf, text) => {
    if (wanted.length < maxWanted && isWanted(leaf, text, which))
      wanted.push(...leaf.kinds.map((kind) => ({ kind, externalId: text })));
  });
  return wanted;
}

function isWanted({ kinds, forms, schema }: Leaf, text: string, which: Which): boolean {
  if (text === '' || text.length > longestExternalId) return false;
  if (which === 'all') return true;
  // The beginning of a session code does not have the form of an id, but it is ours.
  const isOurs = forms.some((form) => form.test(text)) || (kinds.includes('session') && schema.safeParse(text).success);
  return !isOurs;
}

function visit({ leaf, item, members }: Place, value: unknown, see: (leaf: Leaf, text: string) => void): void {
  if (leaf && typeof value === 'string') see(leaf, value);
  else if (item && Array.isArray(value)) for (const each of value) visit(item, each, see);
  else if (members && typeof value === 'object' && value !== null)
    for (const [name, place] of members) visit(place, (value as Record<string, unknown>)[name], see);
}

interface Replacement {
  found: ReadonlyMap<string, string>;
  which: Which;
}

function replaced(place: Place, value: unknown, replacement: Replacement): unknown {
  const { leaf, item, members } = place;
  if (leaf && typeof value === 'string') {
    const { found, which } = replacement;
    if (!isWanted(leaf, value, which)) return value;
    return leaf.kinds.map((kind) => found.get(`${kind} ${value}`)).find((id) => id !== undefined) ?? value;
  }
  if (item && Array.isArray(value)) return value.map((each) => replaced(item, each, replacement));
  if (!members || typeof value !== 'object' || value === null) return value;
  const given = value as Record<string, unknown>;
  const changed = [...members].flatMap(([name, inner]) =>
    given[name] == null ? [] : [[name, replaced(inner, given[name], replacement)]],
  );
  return { ...given, ...Object.fromEntries(changed) };
}
