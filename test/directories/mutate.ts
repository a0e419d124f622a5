import type { Client } from '../support/client.ts';

export interface Mutated {
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of any shape
  data: any;
  /** The codes of the errors. */
  codes: string[];
  messages: string[];
}

/** Calls a mutation and returns the requested fields. */
export async function mutate(client: Client, name: string, input: object, fields: string): Promise<Mutated> {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
  const { data, codes, errors } = await client.graphql(
    `mutation ($input: ${type}!) { done: ${name}(input: $input) { ${fields} } }`,
    { input },
  );
  return { data: data?.done, codes, messages: errors.map(({ message }) => message) };
}
