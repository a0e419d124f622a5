import SchemaBuilder, {
  BasePlugin,
  type FieldNullability,
  type InputFieldMap,
  type PothosInputFieldConfig,
  type PothosOutputFieldConfig,
  type PothosTypeConfig,
  type SchemaTypes,
  type TypeParam,
} from '@pothos/core';
import {
  type FieldNode,
  type GraphQLFieldResolver,
  type GraphQLNamedType,
  type GraphQLResolveInfo,
  getNamedType,
  isCompositeType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import type { z } from 'zod';
import { withCallersIds } from '../external-ids/external-input.ts';
import { Problem } from '../kernel/problem.ts';
import type { Context } from './context.ts';
import type { Scope } from './scope.ts';
import { requireScope } from './viewer.ts';

/** The cost of a field, counted against the limit on client documents. Default: the cost of its kind of field. */
export interface FieldCost {
  own?: number;
  items?: number;
  itemsOf?: string;
  itemFactor?: number;
  /**
   * For mutations that may delay others for seconds. A request can contain only one. A text names the input field that
   * contains the rows.
   */
  bulk?: string | true;
}

declare global {
  namespace PothosSchemaTypes {
    interface Plugins<Types extends SchemaTypes> {
      operation: OperationPlugin<Types>;
    }

    interface FieldOptions<
      Types extends SchemaTypes,
      ParentShape,
      Type extends TypeParam<Types>,
      Nullable extends FieldNullability<Type>,
      Args extends InputFieldMap,
      ResolveShape,
      ResolveReturnShape,
    > {
      scope?: Scope;
      alternativeScope?: Scope;
      onForbidden?: OnForbidden;
      cost?: FieldCost;
    }

    interface ObjectTypeOptions<Types extends SchemaTypes = SchemaTypes, Shape = unknown> {
      tillFields?: readonly string[];
    }
  }
}

type Resolver = GraphQLFieldResolver<unknown, object, object>;
type OnForbidden = (args: object, context: Context, error: unknown) => Promise<void>;

declare module 'graphql' {
  interface GraphQLFieldExtensions<_TSource, _TContext, _TArgs> {
    cost?: FieldCost | undefined;
  }
  interface GraphQLObjectTypeExtensions<_TSource, _TContext> {
    tillFields?: readonly string[] | undefined;
  }
}

/** Checks the scope and, for tills, the selected fields. Replaces foreign ids. Then the zod plugin parses the input. */
class OperationPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override wrapResolve(resolve: Resolver, field: PothosOutputFieldConfig<Types>): Resolver {
    // The input was parsed when the subscription began. The zod plugin would parse it again for each event.
    if (field.kind === 'Subscription') return field.resolve ?? resolve;
    return requiring(field.pothosOptions, field.type.kind === 'List' ? showingList(resolve) : resolve);
  }

  override onTypeConfig(type: PothosTypeConfig): PothosTypeConfig {
    if (type.kind !== 'Object') return type;
    const { tillFields } = type.pothosOptions as { tillFields?: readonly string[] };
    return { ...type, extensions: { ...type.extensions, tillFields } };
  }

  override onOutputFieldConfig(field: PothosOutputFieldConfig<Types>): PothosOutputFieldConfig<Types> {
    return { ...field, extensions: { ...field.extensions, cost: field.pothosOptions.cost } };
  }

  override wrapSubscribe(subscribe: Resolver | undefined, field: PothosOutputFieldConfig<Types>): Resolver | undefined {
    return subscribe && requiring(field.pothosOptions, subscribe);
  }

  /**
   * Removes the zod plugin's validators: their copy of the input would change the fingerprint of an idempotent call.
   */
  override onInputFieldConfig(field: PothosInputFieldConfig<Types>): PothosInputFieldConfig<Types> {
    return { ...field, extensions: { ...field.extensions, validator: undefined } };
  }
}

interface Scopes {
  validate?: unknown;
  scope?: Scope;
  alternativeScope?: Scope;
  onForbidden?: OnForbidden;
}

function requiring({ scope, alternativeScope, onForbidden, validate }: Scopes, resolve: Resolver): Resolver {
  if (!scope) return resolve;
  const { schema } = (validate ?? {}) as { schema?: z.ZodType };
  return (parent, args, context, info) => {
    const { viewer } = context as Context;
    try {
      requireScope(viewer, scope, alternativeScope);
      if (viewer.till) requireTillFields(info);
    } catch (error) {
      if (!onForbidden) throw error;
      return onForbidden(args, context as Context, error).then(() => {
        throw error;
      });
    }
    const ours = schema ? withCallersIds(schema, args, context as Context) : args;
    if (!(ours instanceof Promise)) return resolve(parent, ours, context, info);
    return ours.then((input) => resolve(parent, input, context, info));
  };
}

/** Selections in requests from tills. They have been checked, and contain only permitted fields. */
const checked = new WeakSet<FieldNode>();

function requireTillFields({ fieldNodes, fragments, returnType }: GraphQLResolveInfo): void {
  const type = getNamedType(returnType);
  for (const node of fieldNodes) {
    if (checked.has(node)) continue;
    if (node.selectionSet) requireOffered(type, node.selectionSet, fragments, new Set());
    checked.add(node);
  }
}

/** Treats an interface as the object type around it, because tills reach no other types. */
function requireOffered(
  type: GraphQLNamedType,
  { selections }: SelectionSetNode,
  fragments: GraphQLResolveInfo['fragments'],
  entered: Set<string>,
): void {
  for (const selection of selections) {
    if (selection.kind === Kind.FIELD) {
      const of = offered(type, selection.name.value);
      if (of && selection.selectionSet) requireOffered(of, selection.selectionSet, fragments, entered);
    } else if (selection.kind === Kind.INLINE_FRAGMENT) {
      requireOffered(type, selection.selectionSet, fragments, entered);
    } else {
      const key = `${type.name} ${selection.name.value}`;
      const fragment = fragments[selection.name.value];
      if (!fragment || entered.has(key)) continue;
      requireOffered(type, fragment.selectionSet, fragments, entered.add(key));
    }
  }
}

function offered(type: GraphQLNamedType, name: string): GraphQLNamedType | null {
  if (name === '__typename') return null;
  const field = isObjectType(type) && type.extensions.tillFields?.includes(name) && type.getFields()[name];
  if (!field) throw new Problem('FORBIDDEN', `A till may not read ${type.name}.${name}.`);
  const of = getNamedType(field.type);
  return isCompositeType(of) ? of : null;
}

/** REST has no `onList`: its documents have a known size. */
function showingList(resolve: Resolver): Resolver {
  return (parent, args, context, info) => {
    const { onList } = context as Context;
    const list = resolve(parent, args, context, info);
    if (!onList) return list;
    const show = (items: unknown, at: GraphQLResolveInfo) => (Array.isArray(items) ? onList(items, at) : items);
    return list instanceof Promise ? list.then((items) => show(items, info)) : show(list, info);
  };
}

const name = 'operation';
SchemaBuilder.registerPlugin(name, OperationPlugin);
export default name;
