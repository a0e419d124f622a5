import { createHmac, timingSafeEqual } from 'node:crypto';

/** What Twilio signs a request with: its address and all its fields, by name. */
export function twilioSignature(authToken: string, url: string, fields: URLSearchParams): string {
  return signatureOf(authToken, url, signedText(fields));
}

function signatureOf(authToken: string, url: string, text: string): string {
  return createHmac('sha1', authToken)
    .update(url + text)
    .digest('base64');
}

/** All fields, by name. Who sends thousands of them, before it is known who that is, gets no more time than others. */
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

/** Whether the request to this public address comes from who knows the token. */
export function isTwilioSignature(authToken: string, url: string, fields: URLSearchParams, given: string): boolean {
  const text = signedText(fields);
  const signature = Buffer.from(given);
  return waysToWrite(url).some((way) => {
    const right = Buffer.from(signatureOf(authToken, way, text));
    return signature.length === right.length && timingSafeEqual(signature, right);
  });
}

/** A port is sometimes signed and sometimes not, the usual one of a scheme as well. */
function waysToWrite(address: string): string[] {
  const { protocol, hostname, port, pathname, search } = new URL(address);
  const otherPort = port ? '' : protocol === 'https:' ? ':443' : ':80';
  return [address, `${protocol}//${hostname}${otherPort}${pathname}${search}`];
}
