import { expect, test } from 'vitest';
import { checkBoundaries } from '#tools/check-boundaries.ts';

/** A small house in which every import is allowed; each case adds one file that breaks a rule. */
const SOUND: Record<string, string> = {
  'kit/model/money.ts': `import Decimal from 'decimal.js'; export const money = Decimal;`,
  'kit/server/sql.ts': `import { money } from '../model/money.ts'; import pg from 'pg'; import 'node:fs'; export const sql = [money, pg];`,
  'kit/web/cell.tsx': `import { money } from '#kit/model/money.ts'; import '#ui/grid.tsx'; import 'react'; export const Cell = money;`,
  'kit/server/files.ts': `import '#platform/sheets/read.ts';`,
  'platform/sheets/read.ts': `import 'node:fs'; import '#kit/model/money.ts'; import './zip.ts';`,
  'platform/sheets/zip.ts': ``,
  'ui/grid.tsx': `import '#kit/model/money.ts'; import './grid.css';`,
  'ui/grid.gallery.tsx': `import '#kit/web/cell.tsx'; import '#console/shell.tsx';`,
  'console/shell.tsx': `import '#kit/web/cell.tsx'; import '#ui/grid.tsx'; import '#kit/model/money.ts'; import '#modules/system/model/routes.ts';`,
  'modules/orders/model/order.ts': `import { money } from '#kit/model/money.ts'; export const order = money;`,
  'modules/orders/server/index.ts': `export { accept } from './accept.ts';`,
  'modules/orders/module.ts': `import './model/order.ts'; import './server/accept.ts'; import '#kit/server/sql.ts';`,
  'modules/orders/server/accept.ts': `import { order } from '../model/order.ts'; import '#kit/server/sql.ts'; export const accept = order;`,
  'modules/orders/web/index.tsx': `export { OrderPage } from './order-page.tsx';`,
  'modules/orders/web/order-page.tsx': `import '../model/order.ts'; import '#kit/web/cell.tsx'; import '#console/shell.tsx'; import '#ui/grid.tsx'; import './page.css'; export const OrderPage = 1;`,
  'modules/channels/model/port.ts': `import type { order } from '#modules/orders/model/order.ts'; export type Port = typeof order;`,
  'modules/channels/server/index.ts': `import '#modules/orders/server/index.ts'; import '../model/port.ts';`,
  'modules/channels/web/index.tsx': `import '#modules/orders/web/index.tsx';`,
  'modules/system/model/user.ts': `export const user = 1;`,
  'modules/monitor/model/disk.ts': `export const disk = 1;`,
  'connectors/shared/transport.ts': `import '#modules/channels/model/port.ts';`,
  'connectors/wayfair/client.ts': `import '../shared/transport.ts'; import '#modules/channels/model/port.ts'; import '#modules/channels/server/index.ts'; import '#kit/server/sql.ts'; import '#platform/sheets/read.ts';`,
  'simulator/world.ts': `import '#kit/model/money.ts'; import '#platform/sheets/read.ts';`,
  'app/start.ts': `import '#modules/orders/module.ts'; import '#modules/orders/server/accept.ts'; import '#connectors/wayfair/client.ts'; import '../simulator/world.ts'; import '../db/seed/seller.ts';`,
  'db/seed/seller.ts': ``,
  'tools/build.ts': `const name = 'x'; await import(name);`,
  'modules/orders/server/accept.test.ts': `import '#tests/harness/app.ts'; import '#simulator/world.ts';`,
};

const check = (added: Record<string, string> = {}) =>
  checkBoundaries(Object.entries({ ...SOUND, ...added }).map(([path, source]) => ({ path, source })));

test('a sound house has no violation', () => {
  expect(check()).toEqual([]);
});

test.each<[rule: string, title: string, path: string, source: string]>([
  ['direction', 'kit knows no module', 'kit/server/a.ts', `import '#modules/orders/model/order.ts'`],
  ['direction', 'kit knows no connector', 'kit/server/a.ts', `import '#connectors/wayfair/client.ts'`],
  ['direction', 'kit knows no wiring', 'kit/server/a.ts', `import '#app/start.ts'`],
  [
    'front door',
    'the value of a module is for the wiring',
    'modules/channels/server/a.ts',
    `import '#modules/orders/module.ts'`,
  ],
  ['rooms', 'kit/server and kit/web never meet', 'kit/server/a.ts', `import '../web/cell.tsx'`],
  ['rooms', 'kit/web and kit/server never meet', 'kit/web/a.ts', `import '#kit/server/sql.ts'`],
  ['rooms', 'kit/model imports kit/model only', 'kit/model/a.ts', `import '../server/sql.ts'`],
  ['pure model', 'kit/model runs anywhere', 'kit/model/a.ts', `import 'node:fs'`],
  ['pure model', 'also without the prefix', 'kit/model/a.ts', `import fs from 'fs'`],
  ['pure model', 'kit/model takes no driver', 'kit/model/a.ts', `import pg from 'pg'`],
  ['browser', 'kit/web has no Node', 'kit/web/a.ts', `import { join } from 'node:path'`],
  ['rooms', 'ui knows no kit', 'ui/a.ts', `import '#kit/web/cell.tsx'`],
  ['rooms', 'ui knows no console', 'ui/a.ts', `import '#console/shell.tsx'`],
  ['rooms', 'ui knows no server', 'ui/a.ts', `import '#platform/sheets/read.ts'`],
  ['browser', 'ui has no Node', 'ui/a.ts', `import 'node:fs'`],
  ['browser', 'the console has no Node', 'console/a.ts', `import 'node:fs'`],
  ['rooms', 'kit/web knows no console', 'kit/web/a.ts', `import '#console/shell.tsx'`],
  ['rooms', 'kit/web knows no platform', 'kit/web/a.ts', `import '#platform/sheets/read.ts'`],
  ['rooms', 'kit/model knows no widgets', 'kit/model/a.ts', `import '#ui/grid.tsx'`],
  ['rooms', 'kit/server has no screens', 'kit/server/a.ts', `import '#ui/grid.tsx'`],
  ['rooms', 'platform knows no kit', 'platform/a.ts', `import '#kit/server/sql.ts'`],
  ['rooms', 'platform has no screens', 'platform/a.ts', `import '#ui/grid.tsx'`],
  [
    'direction',
    'the console knows no module beside the system',
    'console/a.ts',
    `import '#modules/orders/model/order.ts'`,
  ],
  ['direction', 'platform knows no module', 'platform/a.ts', `import '#modules/system/model/user.ts'`],
  ['rooms', 'a model has no platform', 'modules/orders/model/a.ts', `import '#platform/a.ts'`],
  ['rooms', 'a server has no console', 'modules/orders/server/a.ts', `import '#console/a.ts'`],
  ['rooms', 'a page has no platform', 'modules/orders/web/a.ts', `import '#platform/a.ts'`],
  ['rooms', 'connectors have no widgets', 'connectors/wayfair/a.ts', `import '#ui/grid.tsx'`],
  ['simulator', 'the simulator has no screens', 'simulator/a.ts', `import '#ui/grid.tsx'`],
  ['direction', 'the wiring knows no tools', 'app/a.ts', `import '#tools/build.ts'`],
  ['browser', 'app/web has no Node', 'app/web/a.ts', `import { join } from 'node:path'`],
  ['direction', 'modules know no connector', 'modules/orders/server/a.ts', `import '#connectors/wayfair/client.ts'`],
  ['direction', 'modules know no simulator', 'modules/orders/server/a.ts', `import '#simulator/world.ts'`],
  ['direction', 'modules know no wiring', 'modules/orders/server/a.ts', `import '../../../app/start.ts'`],
  ['direction', 'modules know no test support', 'modules/orders/server/a.ts', `import './accept.test.ts'`],
  ['direction', 'modules know no tools', 'modules/orders/server/a.ts', `import '#tools/build.ts'`],
  ['rooms', 'web never imports server', 'modules/orders/web/a.ts', `import '../server/accept.ts'`],
  ['rooms', 'server never imports web', 'modules/orders/server/a.ts', `import '../web/order-page.tsx'`],
  [
    'rooms',
    'web never imports another server',
    'modules/channels/web/a.ts',
    `import '#modules/orders/server/index.ts'`,
  ],
  ['rooms', 'model never imports server', 'modules/orders/model/a.ts', `import '../server/accept.ts'`],
  ['rooms', 'model never imports kit/server', 'modules/orders/model/a.ts', `import '#kit/server/sql.ts'`],
  ['pure model', 'a module model has no Node', 'modules/orders/model/a.ts', `import 'node:crypto'`],
  ['browser', 'a module web has no Node', 'modules/orders/web/a.ts', `import 'node:crypto'`],
  [
    'module order',
    'a lower module knows no upper one',
    'modules/orders/server/a.ts',
    `import '#modules/channels/server/index.ts'`,
  ],
  [
    'module order',
    'not even its types',
    'modules/orders/model/a.ts',
    `import type { Port } from '#modules/channels/model/port.ts'`,
  ],
  [
    'module order',
    'neighbours know nothing of each other',
    'modules/monitor/model/a.ts',
    `import '#modules/system/model/user.ts'`,
  ],
  ['place', 'a module stands in the order', 'modules/extras/model/a.ts', `import '#kit/model/money.ts'`],
  [
    'front door',
    'another server is entered by its front door',
    'modules/channels/server/a.ts',
    `import '#modules/orders/server/accept.ts'`,
  ],
  [
    'front door',
    'another web is entered by its front door',
    'modules/channels/web/a.ts',
    `import '#modules/orders/web/order-page.tsx'`,
  ],
  ['connector', 'connectors know ports only', 'connectors/wayfair/a.ts', `import '#modules/orders/model/order.ts'`],
  ['connector', 'connectors know not each other', 'connectors/shop/a.ts', `import '../wayfair/client.ts'`],
  ['connector', 'what connectors share knows none of them', 'connectors/shared/a.ts', `import '../wayfair/client.ts'`],
  [
    'connector',
    'a port is entered by its front door',
    'connectors/wayfair/a.ts',
    `import '#modules/channels/server/pull.ts'`,
  ],
  ['direction', 'connectors know no simulator', 'connectors/wayfair/a.ts', `import '#simulator/world.ts'`],
  ['rooms', 'connectors have no screens', 'connectors/wayfair/a.ts', `import '#kit/web/cell.tsx'`],
  ['simulator', 'the simulator knows no module', 'simulator/a.ts', `import '#modules/orders/model/order.ts'`],
  ['simulator', 'the simulator knows no connector', 'simulator/a.ts', `import '#connectors/wayfair/client.ts'`],
  ['direction', 'the simulator knows no wiring', 'simulator/a.ts', `import '#app/start.ts'`],
  ['place', 'a module has three rooms', 'modules/orders/extra/a.ts', ``],
  ['place', 'no file stands beside the rooms', 'kit/a.ts', ``],
  ['place', 'no folder stands beside the house', 'library/a.ts', ``],
  ['opaque import', 'a computed import', 'kit/server/a.ts', 'const n = process.argv[2]; await import(`./${n}.ts`);'],
  ['opaque import', 'an import by pattern', 'kit/web/a.ts', `import.meta.glob('../server/*.ts')`],
])('%s: %s', (rule, _title, path, source) => {
  const violations = check({ [path]: source });
  expect(violations.map((violation) => violation.rule)).toEqual([rule]);
  expect(violations[0]?.at).toBe(`${path}:1`);
});

test.each([
  ['a dynamic import', `const later = () => import('#modules/channels/model/port.ts');`],
  ['a template without holes', 'const later = () => import(`#modules/channels/model/port.ts`);'],
  ['a re-export', `export * from '#modules/channels/model/port.ts';`],
  ['a named re-export', `export type { Port } from '#modules/channels/model/port.ts';`],
  ['an import type', `type Port = import('#modules/channels/model/port.ts').Port;`],
  ['a relative path', `import '../../channels/model/port.ts';`],
])('the rules see %s', (_title, source) => {
  expect(check({ 'modules/orders/server/a.ts': source }).map(({ rule }) => rule)).toEqual(['module order']);
});

test.each([
  ['between two files', { a: `import './b.ts'`, b: `import './a.ts'` }],
  ['through types', { a: `import type { B } from './b.ts'`, b: `import type { A } from './a.ts'` }],
  ['through a dynamic import', { a: `import './b.ts'`, b: `const a = () => import('./a.ts')` }],
  ['through package imports', { a: `import '#kit/server/b.ts'`, b: `export * from './a.ts'` }],
  ['over a third', { a: `import './b.ts'`, b: `import './c.ts'`, c: `import './a.ts'` }],
  ['with itself', { a: `import './a.ts'` }],
])('a cycle is found %s', (_title, files) => {
  const added = Object.fromEntries(Object.entries(files).map(([name, source]) => [`kit/server/${name}.ts`, source]));
  const violations = check(added);
  expect(violations.map(({ rule }) => rule)).toEqual(['cycle']);
  expect(violations[0]?.message).toMatch(/^kit\/server\/a\.ts → .*kit\/server\/a\.ts$/);
});

test('a file that cannot be read stops the check', () => {
  expect(() => check({ 'kit/server/a.ts': 'import {' })).toThrow(/kit\/server\/a\.ts/);
});
