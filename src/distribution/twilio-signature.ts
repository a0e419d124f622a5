import { createHmac, timingSafeEqual } from 'node:crypto';

/** What Twilio signs a request with: its address and all its fields, by name. */
export function twilioSignature(authToken: string, url: string, fields: URLSearchParams): string {
  const names = [...new Set(fields.keys())].sort();
  const text = names.flatMap((name) => [...new Set(fields.getAll(name))].sort().map((value) => name + value)).join('');
  return createHmac('sha1', authToken)
    .update(url + text)
    .digest('base64');
}

/** Whether the request to this public address comes from who knows the token. */
export function isTwilioSignature(authToken: string, url: string, fields: URLSearchParams, given: string): boolean {
  return waysToWrite(url).some((way) => {
    const right = Buffer.from(twilioSignature(authToken, way, fields));
    const signature = Buffer.from(given);
    return signature.length === right.length && timingSafeEqual(signature, right);
  });
}

/** The usual port of a scheme is sometimes signed and sometimes not. */
function waysToWrite(address: string): string[] {
  const { protocol, host, port } = new URL(address);
  if (port) return [address];
  return [address, address.replace(host, `${host}:${protocol === 'https:' ? 443 : 80}`)];
}
