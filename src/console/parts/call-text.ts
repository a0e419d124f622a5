interface Call {
  document: string;
  variables: object;
}

/** Returns the call as text for GraphiQL. */
export function graphqlOf({ document, variables }: Call): string {
  return `${document.trim()}\n\n# Variables\n${JSON.stringify(variables, null, 2)}`;
}

/** Returns the call for curl. It has a placeholder for the key, because the console does not know secrets. */
export function curlOf({ document, variables }: Call, publicUrl: string): string {
  const body = JSON.stringify({ query: document.replace(/\s+/g, ' ').trim(), variables });
  return [
    `curl ${publicUrl}/graphql \\`,
    `  -H 'Authorization: Bearer KEY:SECRET' \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '${body.replaceAll("'", String.raw`'\''`)}'`,
  ].join('\n');
}
