/** A valid document of so many bytes. */
export function documentOf(bytes: number): string {
  const query = '{ viewer { keyId } } #';
  return query + 'x'.repeat(bytes - query.length);
}
