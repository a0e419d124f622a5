import { createPrivateKey } from 'node:crypto';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo, LookupFunction } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import sharp from 'sharp';
import { afterAll, beforeAll } from 'vitest';
import { newCertificate, newPrivateKey } from '../../src/kernel/security/certificates.ts';

/** What the server sends at a path: a file, or whatever a function does. */
type Shown = Buffer | ((response: ServerResponse) => void);

export interface PictureServer {
  /** Shows something at a new address of the server, and returns the address. */
  show: (shown: Shown) => string;
  /** The number of requests. */
  requests: number;
}

const addresses: Record<string, string> = { 'pictures.example': '127.0.0.1', 'inside.example': '10.0.0.1' };

/** Finds the host of the server, and `inside.example`, which has a private address. */
export const lookupPictures: LookupFunction = (host, options, callback) => {
  const address = addresses[host];
  if (!address) return callback(Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: 'ENOTFOUND' }), '');
  if (options.all) return callback(null, [{ address, family: 4 }]);
  callback(null, address, 4);
};

/** Runs an https server with the name pictures.example, which this process trusts, while the tests of the file run. */
export function usePictureServer(): PictureServer {
  const paths = new Map<string, Shown>();
  const held: PictureServer = { show: () => '', requests: 0 };
  let stop = (): void => undefined;
  beforeAll(async () => {
    const key = await newPrivateKey();
    const [from, until] = [new Date('2020-01-01'), new Date('2049-01-01')];
    const cert = newCertificate({
      subject: { commonName: 'pictures.example' },
      key: createPrivateKey(key),
      from,
      until,
    });
    const trusted = getCACertificates('default');
    setDefaultCACertificates([...trusted, cert]);
    const server = createServer({ key, cert }, ({ url = '' }, response) => {
      held.requests += 1;
      const shown = paths.get(url);
      if (typeof shown === 'function') shown(response);
      else if (shown) response.end(shown);
      else response.writeHead(404).end();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    held.show = (shown) => {
      const path = `/${paths.size}.png`;
      paths.set(path, shown);
      return `https://pictures.example:${port}${path}`;
    };
    stop = () => {
      setDefaultCACertificates(trusted);
      server.closeAllConnections();
      server.close();
    };
  });
  afterAll(() => stop());
  return held;
}

/** Returns a PNG picture with some shapes, as of a logo. */
export function drawnPicture({ width = 600, height = 300, color = '#c2410c' } = {}): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10" preserveAspectRatio="none" width="${width}" height="${height}">
    <rect width="20" height="10" fill="#fef3c7"/><circle cx="5" cy="5" r="4" fill="${color}"/>
    <path d="M11 8 L15 2 L19 8 Z" fill="#166534"/></svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}

/** Returns a picture of random pixels, which no format makes small. */
export function noise(width: number, height: number): Promise<Buffer> {
  const pixels = crypto.getRandomValues(new Uint8Array(65_536));
  const data = Buffer.alloc(width * height * 3, Buffer.from(pixels));
  return sharp(data, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
}
