import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');

/** File, what it imports, and whether editors must mark it. */
const IMPORTS: [file: string, specifier: string, isRefused: boolean][] = [
  ['kit/model/a.ts', '#modules/orders/model/a.ts', true],
  ['kit/model/b.ts', '../server/a.ts', true],
  ['kit/model/c.ts', 'node:fs', true],
  ['kit/model/d.ts', './money.ts', false],
  ['kit/server/a.ts', '#kit/web/a.ts', true],
  ['kit/server/query/b.ts', '../../web/a.ts', true],
  ['kit/server/c.ts', '#app/start.ts', true],
  ['kit/server/d.ts', '#kit/model/a.ts', false],
  ['kit/web/a.ts', '../server/a.ts', true],
  ['kit/web/b.tsx', 'node:fs', true],
  ['kit/web/c.tsx', '#connectors/wayfair/index.ts', true],
  ['ui/a.tsx', '#kit/web/a.ts', true],
  ['ui/b.tsx', '#kit/model/a.ts', false],
  ['console/a.tsx', '#modules/system/web/index.tsx', true],
  ['console/b.tsx', '#kit/web/a.ts', false],
  ['console/c.tsx', '#modules/system/model/a.ts', false],
  ['console/d.tsx', '#modules/orders/model/a.ts', true],
  ['platform/a.ts', '#kit/server/a.ts', true],
  ['platform/b.ts', 'node:fs', false],
  ['kit/web/d.tsx', '#console/a.ts', true],
  ['modules/orders/model/a.ts', '../server/a.ts', true],
  ['modules/orders/model/b.ts', '#kit/server/a.ts', true],
  ['modules/orders/model/c.ts', '#kit/model/a.ts', false],
  ['modules/orders/server/a.ts', '#modules/base/server/guards.ts', true],
  ['modules/orders/server/b.ts', '#modules/base/server/index.ts', false],
  ['modules/orders/server/c.ts', '../web/page.tsx', true],
  ['modules/orders/server/d.ts', '#simulator/index.ts', true],
  ['modules/orders/web/a.tsx', '../server/a.ts', true],
  ['modules/orders/web/b.tsx', '#modules/base/web/page.tsx', true],
  ['modules/orders/web/c.tsx', '#modules/base/web/index.tsx', false],
  ['modules/orders/server/a.test.ts', '#tests/harness/app.ts', false],
  ['connectors/wayfair/a.ts', '#modules/orders/model/a.ts', true],
  ['connectors/wayfair/b.ts', '#modules/channels/server/pull.ts', true],
  ['connectors/wayfair/c.ts', '#modules/channels/server/index.ts', false],
  ['connectors/wayfair/d.ts', '#modules/channels/model/port.ts', false],
  ['connectors/wayfair/e.ts', '#kit/web/a.ts', true],
  ['simulator/a.ts', '#modules/orders/model/a.ts', true],
  ['simulator/wayfair/b.ts', '../../connectors/wayfair/index.ts', true],
];

/** A browser may refuse its stores: one place reaches for them. */
const STORES: [file: string, isRefused: boolean][] = [
  ['kit/web/list/store.ts', true],
  ['modules/orders/web/store.tsx', true],
  ['ui/browser-store.ts', false],
  ['ui/store.ts', true],
];

/** One input of numbers keeps what it cannot read: the other one is imported nowhere. */
const NUMBER_INPUTS: [file: string, name: string, isRefused: boolean][] = [
  ['kit/web/dialog.tsx', 'InputNumber', true],
  ['modules/orders/web/dialog.tsx', 'InputNumber', true],
  ['modules/orders/web/text.tsx', 'Input', false],
];

const WRITE = 'const write = async (): Promise<boolean> => true;\n';
/** A write that nobody waits for is lost, or happens after the commit. */
const WRITES: [file: string, source: string, isRefused: boolean][] = [
  ['kit/server/forgotten.ts', `${WRITE}export const run = (): void => {\nwrite();\n};\n`, true],
  ['kit/server/asked.ts', `${WRITE}export const run = (): void => {\nif (write()) run();\n};\n`, true],
  ['kit/server/awaited.ts', `${WRITE}export const run = async () => {\nawait write();\n};\n`, false],
];

const HOUSE = ['kit', 'ui', 'console', 'platform', 'modules', 'connectors', 'simulator'];

let marked = '';
let root = '';
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'waybill-lint-'));
  cpSync(join(ROOT, '.oxlintrc.json'), join(root, '.oxlintrc.json'));
  for (const [file, specifier] of IMPORTS) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), `import a from '${specifier}';\nconsole.log(a);\n`);
  }
  for (const [file] of STORES) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), `console.log(localStorage, sessionStorage);\n`);
  }
  for (const [file, name] of NUMBER_INPUTS) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), `import { ${name} } from 'antd';\nconsole.log(${name});\n`);
  }
  for (const [file, source] of WRITES) writeFileSync(join(root, file), source);
  // Links and all, since the linter looks for its reader of types beside itself.
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
  const oxlint = join(ROOT, 'node_modules/oxlint/bin/oxlint');
  marked = spawnSync(process.execPath, [oxlint, '--type-aware', '--format=unix', ...HOUSE], {
    cwd: root,
    encoding: 'utf8',
  }).stdout;
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

test.each(IMPORTS)('%s importing %s: marked %s', (file, _specifier, isRefused) => {
  expect(marked.includes(`${file}:1:`)).toBe(isRefused);
});

test.each(STORES)('%s reaching for the stores of the browser: marked %s', (file, isRefused) => {
  expect(marked.includes(`${file}:1:`)).toBe(isRefused);
});

test.each(NUMBER_INPUTS)('%s with antd’s %s: marked %s', (file, _name, isRefused) => {
  expect(marked.includes(`${file}:1:`)).toBe(isRefused);
});

test.each(WRITES)('%s: marked where its write is not awaited', (file, _source, isRefused) => {
  expect(marked.includes(`${file}:3:`)).toBe(isRefused);
});
