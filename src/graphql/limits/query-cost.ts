import {
  type DocumentNode,
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  getOperationAST,
  isCompositeType,
  isLeafType,
  isListType,
  isUnionType,
  Kind,
  type OperationDefinitionNode,
  SchemaMetaFieldDef,
  type SelectionNode,
  type SelectionSetNode,
  TypeMetaFieldDef,
} from 'graphql';
import { costOfSkipping } from './document-charge.ts';
import { introspectionItems, isStandardIntrospection } from './introspection.ts';
import {
  argumentOf,
  type Fragments,
  fragmentsOf,
  isIncluded,
  onlyOwn,
  type Variables,
  withDefaults,
} from './selections.ts';

/*
 * The cost of a field: about the number of values in the response. Each value takes a microsecond and 100 bytes. `cost`
 * overrides it.
 */

const costOfValue = 1;
/** The cost of an object. It may need rows, which are read for many parents together. */
const costOfObject = 5;
const costOfOperation = 10;
/** The cost of a filter. A selective one makes the search read many items that do not match. */
const costOfFilter = 500;
/** The cost of writing a row, in addition to the result. */
const costOfRow = 0.1;
/** Introspection blocks other requests, so it may contain only a tenth of the values. */
const introspectionFactor = 10;
const costOfStandardIntrospection = 1000;

const defaultPage = 100;
const largestPage = 1000;
const maxRows = 100_000;
/** The expected length of other lists. `RequestBudget` compares it with the real length. */
const expectedItems = 10;

const constantCosts = new WeakMap<OperationDefinitionNode, number>();

export function costOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName?: string | null,
  variables?: Variables | null,
): number {
  const operation = getOperationAST(document, operationName);
  const root = operation && schema.getRootType(operation.operation);
  if (!operation || !root) return 0;
  const known = constantCosts.get(operation);
  if (known !== undefined) return known;
  if (isStandardIntrospection(document, operation)) return costOfStandardIntrospection;
  let isConstant = true;
  const watched = new Proxy(onlyOwn(withDefaults(operation, variables ?? {})), {
    get: (values, name) => {
      isConstant = false;
      return Reflect.get(values, name);
    },
  });
  const cost = Math.ceil(
    new Estimate(schema, fragmentsOf(document), watched).ofSelection(operation.selectionSet, root, null),
  );
  if (isConstant) constantCosts.set(operation, cost);
  return cost;
}

type Field = GraphQLField<unknown, unknown>;

/** Estimates a cost. The sizes of lists come from variables, declarations or defaults. */
export class Estimate {
  readonly #schema: GraphQLSchema;
  readonly #fragments: Fragments;
  readonly #variables: Variables;
  readonly #withItems: boolean;
  readonly #costsOfFragments = new Map<string, number>();

  constructor(schema: GraphQLSchema, fragments: Fragments, variables: Variables, { withItems = true } = {}) {
    this.#schema = schema;
    this.#fragments = fragments;
    this.#variables = variables;
    this.#withItems = withItems;
  }

  /** `size` is the size of the lists in this object, from the arguments of the field above it. */
  ofSelection({ selections }: SelectionSetNode, type: GraphQLCompositeType, size: number | null): number {
    return selections.reduce((sum, selection) => sum + this.#ofSelected(selection, type, size), 0);
  }

  ofItem({ selectionSet }: FieldNode, { type, extensions }: Field, size: number | null = null): number {
    const named = getNamedType(type);
    const cost = selectionSet && isCompositeType(named) ? this.ofSelection(selectionSet, named, size) : costOfValue;
    return cost * (extensions.cost?.itemFactor ?? 1);
  }

  #ofSelected(selection: SelectionNode, type: GraphQLCompositeType, size: number | null): number {
    if (!isIncluded(selection, this.#variables)) return 0;
    if (selection.kind === Kind.FIELD) return this.#ofField(selection, type, size);
    if (selection.kind === Kind.FRAGMENT_SPREAD) return this.#ofFragment(selection.name.value, size);
    return this.ofSelection(selection.selectionSet, this.#typeNamed(selection.typeCondition?.name.value) ?? type, size);
  }

  /** Each fragment is estimated once: with nested spreads, the work would double at each level. */
  #ofFragment(name: string, size: number | null): number {
    const key = `${name} ${size}`;
    const known = this.#costsOfFragments.get(key);
    if (known !== undefined) return known;
    const fragment = this.#fragments[name];
    const type = this.#typeNamed(fragment?.typeCondition.name.value);
    const cost = fragment && type ? this.ofSelection(fragment.selectionSet, type, size) : 0;
    this.#costsOfFragments.set(key, cost);
    return cost;
  }

  #ofField(node: FieldNode, parent: GraphQLCompositeType, sizeAbove: number | null): number {
    const field = fieldOf(parent, node.name.value);
    if (!field) return costOfValue;
    const { own = this.#ownCost(parent, field) } = field.extensions.cost ?? {};
    const rows = this.#rowsOf(node, field);
    const size = rows ?? this.#keysOf(node, field) ?? this.#pageOf(node, field);
    const factor = field === SchemaMetaFieldDef || field === TypeMetaFieldDef ? introspectionFactor : 1;
    const searched = this.#ofSearch(node, size ?? defaultPage);
    return factor * (own + searched + (rows ?? 0) * costOfRow + this.#ofContent(node, parent, field, size, sizeAbove));
  }

  #ofSearch(node: FieldNode, size: number): number {
    const filter = argumentOf(node, 'filter', this.#variables) == null ? 0 : costOfFilter;
    return filter + costOfSkipping(argumentOf(node, 'page', this.#variables), size);
  }

  #ofContent(
    node: FieldNode,
    parent: GraphQLCompositeType,
    field: Field,
    size: number | null,
    sizeAbove: number | null,
  ): number {
    if (!isList(field)) return isLeafType(getNamedType(field.type)) ? 0 : this.ofItem(node, field, size);
    if (!this.#withItems) return 0;
    const declared = field.extensions.cost?.items ?? introspectionItems(this.#schema, parent, field);
    return (size ?? sizeAbove ?? declared ?? expectedItems) * this.ofItem(node, field);
  }

  #ownCost(parent: GraphQLCompositeType, field: Field): number {
    if (isRoot(this.#schema, parent)) return costOfOperation;
    return isList(field) || !isLeafType(getNamedType(field.type)) ? costOfObject : costOfValue;
  }

  #pageOf(node: FieldNode, { args }: Field): number | null {
    if (!args.some(({ name }) => name === 'first')) return null;
    const asked = argumentOf(node, 'last', this.#variables) ?? argumentOf(node, 'first', this.#variables);
    return Math.min(largestPage, sizeOf(asked) ?? defaultPage);
  }

  #keysOf(node: FieldNode, { extensions: { cost } }: Field): number | null {
    if (cost?.itemsOf === undefined) return null;
    return sizeOf(argumentOf(node, cost.itemsOf, this.#variables)) ?? expectedItems;
  }

  #rowsOf(node: FieldNode, { extensions: { cost } }: Field): number | null {
    if (typeof cost?.bulk !== 'string') return null;
    const input = argumentOf(node, 'input', this.#variables) as Variables | null | undefined;
    return Math.min(maxRows, sizeOf(input?.[cost.bulk]) ?? expectedItems);
  }

  #typeNamed(name: string | undefined): GraphQLCompositeType | undefined {
    const type = name === undefined ? undefined : this.#schema.getType(name);
    return isCompositeType(type) ? type : undefined;
  }
}

function sizeOf(value: unknown): number | undefined {
  if (Array.isArray(value)) return value.length;
  return typeof value === 'number' && value >= 0 ? value : undefined;
}

function isList({ type }: Field): boolean {
  return isListType(getNullableType(type));
}

function isRoot(schema: GraphQLSchema, type: GraphQLNamedType): boolean {
  return [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].some((root) => root === type);
}

function fieldOf(parent: GraphQLCompositeType, name: string): Field | undefined {
  if (name === SchemaMetaFieldDef.name) return SchemaMetaFieldDef;
  if (name === TypeMetaFieldDef.name) return TypeMetaFieldDef;
  return isUnionType(parent) ? undefined : parent.getFields()[name];
}
