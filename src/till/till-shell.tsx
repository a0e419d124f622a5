import { renderToString } from 'preact-render-to-string';
import { tillPath } from '../vocabulary/links.ts';
import { decoderProgram, tillAssets } from './till-assets.ts';

export const manifestPath = `${tillPath}/till.webmanifest`;
export const tillIconPath = `${tillPath}/icon.svg`;
export const workerPath = `${tillPath}/worker.js`;

/** Returns the page. It is the same for every device and contains no data of an account, so a device may keep it. */
export async function shellOf(): Promise<string> {
  const assets = await tillAssets();
  const { path: program } = await decoderProgram();
  const pathOf = (name: string) => assets.get(name)?.path;
  const head = (
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
      <meta name="theme-color" content="#0f2233" />
      <title>Till</title>
      <link rel="stylesheet" href={pathOf('till.css')} />
      <link rel="manifest" href={manifestPath} />
      <link rel="icon" href={tillIconPath} type="image/svg+xml" />
      <script type="module" src={pathOf('till-page')} />
    </head>
  );
  const body = (
    <body data-decoder={pathOf('zxing-decoder')} data-program={program} data-worker={workerPath} data-root={tillPath}>
      <div id="till" />
      <noscript>
        <main>
          <h1>Till</h1>
          <p>This page needs JavaScript.</p>
        </main>
      </noscript>
    </body>
  );
  return `<!doctype html>${renderToString(
    <html lang="en">
      {head}
      {body}
    </html>,
  )}`;
}

export const manifest = JSON.stringify({
  name: 'Till',
  short_name: 'Till',
  id: tillPath,
  start_url: tillPath,
  scope: tillPath,
  display: 'standalone',
  background_color: '#0f2233',
  theme_color: '#0f2233',
  icons: [{ src: tillIconPath, sizes: 'any', type: 'image/svg+xml', purpose: 'any' }],
});

/** The icon: a check mark between the corners of a viewfinder. */
export const tillIcon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="14" fill="#0f2233"/><path d="M14 24v-10h10M40 14h10v10M50 40v10h-10M24 50h-10v-10" fill="none" stroke="#7fd1a8" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/><path d="m22 33 7 7 14-16" fill="none" stroke="#fff" stroke-width="6" stroke-linecap="round" stroke-linejoin="round"/></svg>';
