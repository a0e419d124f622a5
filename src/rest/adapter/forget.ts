/**
 * Clears the members of an object that is no longer needed. The promises of a request that waits for the database become
 * old objects of the heap. What they are resolved with would live until the next full garbage collection, and copying it
 * there takes as long as writing the response.
 */
export function forget(object: object): void {
  for (const name of Object.keys(object)) (object as Record<string, unknown>)[name] = undefined;
}
