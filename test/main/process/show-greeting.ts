/* A process that loads a file with JSX, prints what it renders, and the packages that were needed. */
import '../../../src/main/process/jsx.ts';
import { createRequire } from 'node:module';
import { Fragment, h } from 'preact';
import { renderToString } from 'preact-render-to-string';

const { greeting } = await import('./greeting.tsx');
console.log(renderToString(h(Fragment, null, greeting({ name: 'Ada' }))));
const usesCompiler = Object.keys(createRequire(import.meta.url).cache).some((file) => file.includes('/esbuild/'));
console.log(usesCompiler ? 'transformed' : 'from the cache');
