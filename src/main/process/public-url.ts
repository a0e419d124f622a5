import type { Env } from './env.ts';

export function publicUrlOf({ PUBLIC_URL, HOST, PORT }: Pick<Env, 'PUBLIC_URL' | 'HOST' | 'PORT'>): string {
  return PUBLIC_URL ?? addressOf(HOST, PORT);
}

export function addressOf(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Returns the address for browsers. It has a host name in place of an IP address, because passkeys need one. */
export function browserUrl(publicUrl: string): string {
  const url = new URL(publicUrl);
  if (['127.0.0.1', '0.0.0.0', '[::1]', '[::]'].includes(url.hostname)) url.hostname = 'localhost';
  return url.href.replace(/\/$/, '');
}
