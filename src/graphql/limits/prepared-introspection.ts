import {
  type DocumentNode,
  executeSync,
  type FieldNode,
  type GraphQLSchema,
  getIntrospectionQuery,
  Kind,
  type OperationDefinitionNode,
  parse,
  type SelectionSetNode,
  visit,
} from 'graphql';
import { yieldToEventLoop } from '../../kernel/values/event-loop.ts';
import { jsonBytes } from '../../kernel/values/json-text.ts';
import type { WrittenResult } from '../written-results.ts';
import { argumentOf, fieldsIn, fragmentsOf } from './selections.ts';

/**
 * The maximum number of results to keep. Tools send two or three documents, and a result takes almost half a megabyte.
 */
const maxKept = 4;

/** Results that are prepared once, because executing an introspection takes 0.2 seconds. */
export class PreparedIntrospection {
  readonly #schema: GraphQLSchema;
  readonly #kept = new Map<string, Promise<WrittenResult>>();
  #everything: Promise<Members> | undefined;

  constructor(schema: GraphQLSchema) {
    this.#schema = schema;
  }

  resultOf(document: DocumentNode, operation: OperationDefinitionNode): Promise<WrittenResult> {
    const key = JSON.stringify([operation.name?.value, document.loc?.source.body]);
    const result = this.#kept.get(key) ?? this.#write(document, operation);
    this.#kept.delete(key);
    this.#kept.set(key, result);
    const [oldest] = this.#kept.keys();
    if (oldest !== undefined && this.#kept.size > maxKept) this.#kept.delete(oldest);
    return result;
  }

  async #write(document: DocumentNode, { selectionSet }: OperationDefinitionNode): Promise<WrittenResult> {
    this.#everything ??= introspect(this.#schema);
    const everything = await this.#everything;
    const [root] = fieldsIn(selectionSet, fragmentsOf(document));
    const selected = await selectFrom(everything, document, root?.selectionSet);
    const text = Buffer.concat(await Array.fromAsync(jsonBytes({ data: { __schema: selected } }))).toString();
    return { data: {}, stringify: () => text };
  }
}

type Members = Record<string, unknown>;

const options = {
  descriptions: true,
  specifiedByUrl: true,
  directiveIsRepeatable: true,
  schemaDescription: true,
  inputValueDeprecation: true,
  experimentalDirectiveDeprecation: true,
  oneOf: true,
};

async function introspect(schema: GraphQLSchema): Promise<Members> {
  const whole = parse(getIntrospectionQuery(options));
  const withoutTypes = visit(whole, { Field: ({ name }) => (name.value === 'types' ? null : undefined) });
  const { data } = executeSync({ schema, document: withoutTypes });
  const ofType = parse('query ($name: String!) { __type(name: $name) { ...FullType } }').definitions;
  const fragments = whole.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION);
  const document = { kind: Kind.DOCUMENT, definitions: [...ofType, ...fragments] } as const;
  const types = await mapInSteps(
    Object.keys(schema.getTypeMap()),
    (name) => executeSync({ schema, document, variableValues: { name } }).data?.__type,
  );
  return { ...(data?.__schema as Members), types };
}

async function selectFrom(everything: Members, document: DocumentNode, selectionSet: SelectionSetNode | undefined) {
  const fragments = fragmentsOf(document);
  const known = new Map<SelectionSetNode, FieldNode[]>();
  const fieldsOf = (set: SelectionSetNode): FieldNode[] => {
    const fields = known.get(set) ?? fieldsIn(set, fragments);
    known.set(set, fields);
    return fields;
  };
  const select = (value: unknown, field: FieldNode): unknown => {
    if (Array.isArray(value)) return shownIn(value, field).map((item) => select(item, field));
    if (!field.selectionSet || typeof value !== 'object' || value === null) return value ?? null;
    return Object.fromEntries(
      fieldsOf(field.selectionSet).map((inner) => [
        inner.name.value,
        select((value as Members)[inner.name.value], inner),
      ]),
    );
  };
  const selected: Members = {};
  for (const field of selectionSet ? fieldsOf(selectionSet) : []) {
    const value = everything[field.name.value];
    selected[field.name.value] = Array.isArray(value)
      ? await mapInSteps(shownIn(value, field), (item) => select(item, field))
      : select(value, field);
  }
  return selected;
}

function shownIn(items: readonly unknown[], field: FieldNode): readonly unknown[] {
  if (argumentOf(field, 'includeDeprecated', {}) === true) return items;
  return items.filter((item) => (item as Members | null)?.isDeprecated !== true);
}

async function mapInSteps<Item, Result>(items: readonly Item[], map: (item: Item) => Result): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of items) {
    results.push(map(item));
    const pause = yieldToEventLoop();
    if (pause) await pause;
  }
  return results;
}
