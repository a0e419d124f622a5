import { createHmac, timingSafeEqual } from 'node:crypto';

/** Returns the signature that Twilio computes over the address of a request and all its fields. */
export function twilioSignature(authToken: string, url: string, fields: URLSearchParams): string {
  return signatureOf(authToken, url, signedText(fields));
}

function signatureOf(authToken: string, url: string, text: string): string {
  return createHmac('sha1', authToken)
    .update(url + text)
    .digest('base64');
}

/**
 * Returns all fields, sorted by name. The grouping keeps the time low for thousands of fields, because the sender is
 * not authenticated yet.
 */
function signedText(fields: URLSearchParams): string {
  const valuesOf = Map.groupBy(fields, ([name]) => name);
  return [...valuesOf.keys()]
    .sort()
    .flatMap((name) => {
      const values = new Set(valuesOf.get(name)?.map(([, value]) => value));
      return [...values].sort().map((value) => name + value);
    })
    .join('');
}

/** Returns whether the request to this public address was signed with the token. */
export function isTwilioSignature(authToken: string, url: string, fields: URLSearchParams, given: string): boolean {
  const text = signedText(fields);
  const signature = Buffer.from(given);
  return waysToWrite(url).some((way) => {
    const right = Buffer.from(signatureOf(authToken, way, text));
    return signature.length === right.length && timingSafeEqual(signature, right);
  });
}

/** Returns the address with and without its port. Twilio signs either form, also for the default port of a scheme. */
function waysToWrite(address: string): string[] {
  const { protocol, hostname, port, pathname, search } = new URL(address);
  const otherPort = port ? '' : protocol === 'https:' ? ':443' : ':80';
  return [address, `${protocol}//${hostname}${otherPort}${pathname}${search}`];
}
