import type { ObjectRef } from '@pothos/core';
import { builder } from '../api/builder.ts';
import type { Types } from '../api/operation.ts';
import type { Scope } from '../api/scope.ts';
import { requireScope, type Viewer } from '../api/viewer.ts';
import { type IdKind, idPattern } from '../vocabulary/ids.ts';
import type { FindNodes, Reader } from './node-rows.ts';

interface NodeKind<Shape> {
  /** The form of the ids. The forms of two kinds never overlap. */
  form: RegExp | IdKind;
  find: FindNodes<Shape>;
  idOf?: (node: Shape) => string;
  /** The required scope, as in other queries. Default: `READ`. */
  scope?: Scope | ((id: string, viewer: Viewer) => Scope);
}

type AnyKind = NodeKind<object> & { form: RegExp; typename: string };

const kinds: AnyKind[] = [];

const typenames = new WeakMap<object, string>();

export const NodeType = builder.interfaceRef<object>('Node').implement({
  description: `An object with an id that is unique across all types. Clients can cache objects by id, and read them again with \`node\` and \`nodes\`. The prefix of an id indicates the type of the object: \`cam_\` is a coupon. The id of a coupon session is its code. It is the only id without \`_\`. The id of an object that belongs to two others consists of both ids, joined by a colon: the user of a loyalty card has the id \`loy_…:usr_…\`.`,
  resolveType: (node) => typenames.get(node),
  fields: (t) => ({
    id: t.id({
      description: 'The id of the object. It never changes.',
      resolve: () => {
        throw new Error('every type that implements Node has an id of its own');
      },
    }),
  }),
});

export function readableById<Shape extends object>(type: ObjectRef<Types, Shape>, kind: NodeKind<Shape>): void {
  const form = typeof kind.form === 'string' ? idPattern(kind.form) : kind.form;
  kinds.push({ ...(kind as unknown as NodeKind<object>), form, typename: type.name });
}

/** Declares a type whose objects can be read by their ids. */
export function nodeType<Shape extends object>(
  name: string,
  { form, find, idOf, scope, ...options }: NodeKind<Shape> & NodeOptions<Shape>,
): ObjectRef<Types, Shape> {
  // The interfaces are spread, because Pothos's types cannot check them for a generic shape.
  const declared: NodeOptions<Shape> = { ...options, ...{ interfaces: [NodeType] } };
  const type = builder.objectType(builder.objectRef<Shape>(name), declared);
  readableById(type, { form, find, ...(idOf && { idOf }), ...(scope && { scope }) });
  return type;
}

type NodeOptions<Shape> = Omit<PothosSchemaTypes.ObjectTypeOptions<Types, Shape>, 'interfaces'>;

export function isNodeId(id: string): boolean {
  return kinds.some(({ form }) => form.test(id));
}

export async function readNodes(reader: Reader, ids: readonly string[]): Promise<(object | null)[]> {
  const wanted = Map.groupBy(new Set(ids), (id) => kinds.find(({ form }) => form.test(id)) as AnyKind);
  for (const [kind, own] of wanted) requireScopes(reader, kind, own);
  const found = await Promise.all([...wanted].map(([kind, own]) => readKind(reader, kind, own)));
  const byId = new Map(found.flat());
  return ids.map((id) => byId.get(id) ?? null);
}

function requireScopes({ viewer }: Reader, { scope = 'READ' }: AnyKind, ids: readonly string[]): void {
  for (const id of ids) requireScope(viewer, typeof scope === 'string' ? scope : scope(id, viewer));
}

async function readKind(reader: Reader, kind: AnyKind, ids: readonly string[]): Promise<[string, object][]> {
  const { typename, find, idOf = ({ id }: { id?: string }) => id ?? '' } = kind;
  const nodes = await find(reader, ids);
  return nodes.map((node) => {
    typenames.set(node, typename);
    return [idOf(node), node];
  });
}
