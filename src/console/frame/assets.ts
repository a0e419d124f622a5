import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Assets, bundledAssets, sendAssetOf } from '../../bundles/asset.ts';
import { consolePath } from '../../vocabulary/links.ts';

const islandFolder = fileURLToPath(new URL('../islands/', import.meta.url));
const styleFolder = fileURLToPath(new URL('../style/', import.meta.url));

/** The parts of the style in order: those of the areas can refine the general ones. */
const general = ['base', 'frame', 'pieces', 'cells', 'lists', 'sortable', 'forms', 'palette', 'charts', 'columns'];
const areas = ['campaigns', 'settings', 'codes'];
const style = [
  fileURLToPath(new URL('../../pages/public/theme.css', import.meta.url)),
  ...[...general, ...areas].map((name) => path.join(styleFolder, `console-${name}.css`)),
]
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n');

let bundled: Promise<Assets> | undefined;

/**
 * Bundles the style sheet (`console.css`) and the scripts in `islands/`. This takes 0.1 s, so it happens at the first
 * request.
 */
export function consoleAssets(): Promise<Assets> {
  bundled ??= bundledAssets({
    prefix: `${consolePath}/assets`,
    scripts: globSync('*.ts', { cwd: islandFolder }).map((name) => path.join(islandFolder, name)),
    style: { name: 'console', text: style },
  });
  return bundled;
}

export const sendAsset = sendAssetOf(consoleAssets);
