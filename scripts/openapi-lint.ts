/** node scripts/openapi-lint.ts: checks the OpenAPI document against the rules that Redocly recommends. */
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rows } from '../src/rest/documented-paths.ts';
import { openApiDocument } from '../src/rest/openapi/openapi-document.ts';
import '../src/main/process/jsx.ts';

const { schema } = await import('../src/main/registries/schema.ts');

const redocly = fileURLToPath(new URL('../node_modules/@redocly/cli/bin/cli.js', import.meta.url));
const rules = fileURLToPath(new URL('openapi-rules.yaml', import.meta.url));
/** The lint must not depend on a network. */
const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

const directory = await mkdtemp(join(tmpdir(), 'openapi-'));
try {
  const file = join(directory, 'openapi.json');
  const document = await openApiDocument({ rows, schema, publicUrl: 'https://campaigns.test' });
  await writeFile(file, JSON.stringify(document));
  const options = [`--config=${rules}`, '--format=stylish', '--max-problems=100'];
  const { status } = spawnSync(process.execPath, [redocly, 'lint', file, ...options], { env, stdio: 'inherit' });
  process.exitCode = status ?? 1;
} finally {
  await rm(directory, { recursive: true });
}
