/* A process that imports this file writes the packages that it has loaded to the file LOADED_PACKAGES when it ends. */
import { writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

const loaded = new Set<string>();
registerHooks({
  load: (url, context, next) => {
    const [, name] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? [];
    if (name) loaded.add(name);
    return next(url, context);
  },
});
process.once('exit', () => writeFileSync(process.env.LOADED_PACKAGES ?? '', [...loaded].sort().join('\n')));
