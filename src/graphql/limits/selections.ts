import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
  valueFromASTUntyped,
} from 'graphql';

export type Variables = Readonly<Record<string, unknown>>;
export type Fragments = Readonly<Record<string, FragmentDefinitionNode>>;

export function fragmentsOf({ definitions }: DocumentNode): Fragments {
  const fragments = definitions.filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION);
  return onlyOwn(Object.fromEntries(fragments.map((fragment) => [fragment.name.value, fragment])));
}

/** Removes inherited members such as `constructor`, because a document can name them too. */
export function onlyOwn<Members extends object>(members: Members): Members {
  return Object.assign(Object.create(null), members);
}

export function fieldsIn({ selections }: SelectionSetNode, fragments: Fragments): FieldNode[] {
  const fields: FieldNode[] = [];
  const spread = new Set<string>();
  const waiting = [...selections];
  for (const selection of waiting) {
    if (selection.kind === Kind.FIELD) fields.push(selection);
    else if (selection.kind === Kind.INLINE_FRAGMENT) waiting.push(...selection.selectionSet.selections);
    else if (!spread.has(selection.name.value)) {
      spread.add(selection.name.value);
      waiting.push(...(fragments[selection.name.value]?.selectionSet.selections ?? []));
    }
  }
  return fields;
}

export function withDefaults({ variableDefinitions = [] }: OperationDefinitionNode, given: Variables): Variables {
  const defaults = variableDefinitions.flatMap(({ variable, defaultValue }) =>
    defaultValue && !Object.hasOwn(given, variable.name.value)
      ? [[variable.name.value, valueFromASTUntyped(defaultValue)]]
      : [],
  );
  return defaults.length > 0 ? { ...given, ...Object.fromEntries(defaults) } : given;
}

export function argumentOf({ arguments: given = [] }: FieldNode, name: string, variables: Variables): unknown {
  const argument = given.find((one) => one.name.value === name);
  return argument && valueFromASTUntyped(argument.value, variables);
}

export function isIncluded({ directives = [] }: SelectionNode, variables: Variables): boolean {
  return directives.every(({ name, arguments: given = [] }) => {
    const [condition] = given;
    const value = condition && valueFromASTUntyped(condition.value, variables);
    return !(name.value === 'skip' && value === true) && !(name.value === 'include' && value === false);
  });
}
