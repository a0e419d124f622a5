import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { readEnv } from '../../src/main/process/env.ts';

const read = (name: string) => readFileSync(join(import.meta.dirname, '../..', name), 'utf8');
const compose = parse(read('compose.yaml'), { merge: true });
const { items } = parse(read('deploy/kubernetes/campaigns.yaml')) as { items: Item[] };
const migrate = parse(read('deploy/kubernetes/migrate.yaml'));
const dockerfile = read('Dockerfile');
const image = Object.fromEntries(
  [...dockerfile.matchAll(/([A-Z_]+)=([\w./:]+)/g)].map(([, name, value]) => [name, value]),
);

// biome-ignore lint/suspicious/noExplicitAny: the fields of an item depend on its kind
type Item = { kind: string; metadata: { name: string }; spec: any } & Record<string, any>;

const of = (kind: string) => items.filter((item) => item.kind === kind);

/** Fills in the variables of compose. */
const filled = (value: unknown) =>
  String(value).replace(/\$\{(\w+):[?-][^}]*\}/g, (_, name: string) =>
    name === 'BOOTSTRAP_API_KEY' ? '' : name.repeat(4),
  );

test.each(['migrate', 'server', 'worker'])('compose gives %s variables that the service knows', (name) => {
  const given: Record<string, unknown> = compose.services[name].environment;
  const environment = Object.fromEntries(Object.entries(given).map(([key, value]) => [key, filled(value)]));
  expectKnown(environment);
  expect(readEnv(environment)).toMatchObject({ MIGRATE: false, WORKER: name !== 'server' });
});

test('only the proxy of compose is trusted', () => {
  const { tls, server } = compose.services;
  expect(server.environment.TRUSTED_PROXIES).toBe(tls.networks.default.ipv4_address);
  expect(tls.command).toMatch(/--to server:4000$/);
});

test('Kubernetes gives processes variables that the service knows', () => {
  const [settings] = of('ConfigMap');
  const [secrets] = of('Secret');
  const environment = { ...settings?.data, ...secrets?.stringData };
  expectKnown(environment);
  expect(readEnv(environment)).toMatchObject({ MIGRATE: false });
});

test('every process of Kubernetes is locked down, can write to DATA_DIR, and has time to end', () => {
  const pods = [...of('Deployment'), migrate].map(({ spec }) => spec.template.spec);
  expect(pods).toHaveLength(3);
  for (const pod of pods) {
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 65532 });
    const [container] = pod.containers;
    expect(container.securityContext).toMatchObject({ readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } });
    expect(container.volumeMounts).toEqual([{ name: 'data', mountPath: image.DATA_DIR }]);
    expect(pod.volumes).toEqual([{ name: 'data', emptyDir: {} }]);
  }
  // 30 seconds, and 5 before them.
  for (const { spec } of of('Deployment')) expect(spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThan(35);
});

test('selectors of Kubernetes find their pods', () => {
  const labels = of('Deployment').map(({ spec }) => spec.template.metadata.labels);
  for (const { spec } of of('Deployment')) expect(labels).toContainEqual(spec.selector.matchLabels);
  expect(of('PodDisruptionBudget').map(({ spec }) => spec.selector.matchLabels)).toEqual(labels);
  expect(of('Service').map(({ spec }) => spec.selector)).toEqual([labels[0]]);
});

test('all set-ups use the version of the package', () => {
  const { version } = JSON.parse(read('package.json'));
  const images = [...of('Deployment'), migrate].map(({ spec }) => spec.template.spec.containers[0].image);
  expect(new Set(images)).toEqual(new Set([`campaigns:${version}`]));
  expect(read('CHANGELOG.md')).toContain(`\n## ${version}\n`);
});

test('the image runs as a user without rights and without a demo key', () => {
  expect(dockerfile).toMatch(/^USER 65532:65532$/m);
  const { HOST, DATA_DIR, TMPDIR } = image;
  expect({ HOST, TMPDIR }).toEqual({ HOST: '0.0.0.0', TMPDIR: DATA_DIR });
});

function expectKnown(environment: object): void {
  const documented = new Set([...read('README.md').matchAll(/`([A-Z][A-Z_]+)`/g)].map(([, name]) => name));
  expect([...documented]).toEqual(expect.arrayContaining(Object.keys(environment)));
}
