import { expect, test } from 'vitest';
import { changedTests } from '#tools/changed-tests.ts';
import { importEdges } from '#tools/import-graph.ts';
import { browserTests, testFiles, testSuites } from '#tools/test-suites.ts';

const FILES = Object.entries({
  'app/main.ts': `import '#modules/orders/server/accept.ts';`,
  'app/web/main.tsx': `import '#modules/orders/web/order-page.tsx';`,
  'modules/orders/server/accept.ts': `import '#kit/model/money.ts';`,
  'modules/orders/web/order-page.tsx': ``,
  'tests/harness/database.ts': `export const createTestDatabase = () => undefined;`,
  'tests/harness/global-setup.ts': `import { createTestDatabase } from './database.ts';`,
  'tests/harness/app.ts': `import './database.ts'; import '#modules/orders/server/accept.ts';`,
  'modules/orders/server/test-scene.ts': `import { app } from '#tests/harness/app.ts';`,
  'modules/orders/server/accept.test.ts': `import { openScene } from './test-scene.ts';`,
  'tests/journeys/ship.test.ts': `const { app } = await import('#tests/harness/app.ts');`,
  'tests/contract/walls.test.ts': `const { app } = await import('#tests/harness/app.ts');`,
  'tests/races/ship.test.ts': `const { app } = await import('#tests/harness/app.ts');`,
  'tests/checks/words.test.ts': ``,
  'tests/harness/served-product.ts': `import { spawn } from 'node:${'child'}_process';`,
  'tests/faults/two-nodes.test.ts': `import '#tests/harness/served-product.ts'; import '#tests/harness/database.ts';`,
  'kit/server/given.test.ts': `const url = process.env['TEST_${'DATABASE'}_URL'];`,
  'kit/server/program.test.ts': `import { spawn } from 'node:${'child'}_process';`,
  'kit/model/money.test.ts': `import { add } from './money.ts';`,
  'kit/model/money.ts': ``,
  'kit/model/dead.ts': ``,
  'tests/browser/sign-in.test.ts': `import '#tests/browser/steps.ts';`,
  'tests/browser/steps.ts': ``,
  'tests/browser/other.spec.ts': ``,
}).map(([path, source]) => ({ path, source }));

const ALL = [...testFiles(FILES), ...browserTests(FILES)].sort();
const BROWSER = ['tests/browser/other.spec.ts', 'tests/browser/sign-in.test.ts'];
const CHECKS = ['tests/checks/words.test.ts'];

test('tests that reach a database, however far away, or start programs are no unit tests', () => {
  const { unit, database } = testSuites(FILES);
  expect(unit.sort()).toEqual(['kit/model/money.test.ts', ...CHECKS]);
  expect(database.sort()).toEqual([
    'kit/server/given.test.ts',
    'kit/server/program.test.ts',
    'modules/orders/server/accept.test.ts',
    'tests/contract/walls.test.ts',
    'tests/faults/two-nodes.test.ts',
    'tests/journeys/ship.test.ts',
    'tests/races/ship.test.ts',
  ]);
});

test('SQL and races run once more on another version of the server, the contract in the long edition', () => {
  const usual = ['kit/server/given.test.ts', 'tests/races/ship.test.ts'];
  expect(testSuites(FILES).secondServer.sort()).toEqual(usual);
  expect(testSuites(FILES, importEdges(FILES), true).secondServer.sort()).toEqual(
    [...usual, 'tests/contract/walls.test.ts'].sort(),
  );
});

test('the browser has a runner of its own', () => {
  expect(testFiles(FILES)).not.toContain('tests/browser/sign-in.test.ts');
  expect(browserTests(FILES).sort()).toEqual(BROWSER);
});

const reached = (...changed: string[]): string[] => changedTests(FILES, changed);

test('a change reaches the tests that import it, and the browser by what the product serves', () => {
  expect(reached('kit/model/money.ts')).toEqual(
    [
      'kit/model/money.test.ts',
      'modules/orders/server/accept.test.ts',
      'tests/contract/walls.test.ts',
      'tests/faults/two-nodes.test.ts',
      'tests/journeys/ship.test.ts',
      'tests/races/ship.test.ts',
      ...CHECKS,
      ...BROWSER,
    ].sort(),
  );
  expect(reached('modules/orders/web/order-page.tsx')).toEqual(
    [...BROWSER, ...CHECKS, 'tests/faults/two-nodes.test.ts'].sort(),
  );
  expect(reached('modules/orders/web/order-page.css')).toEqual([...BROWSER, ...CHECKS]);
  expect(reached('tests/browser/steps.ts')).toEqual(['tests/browser/sign-in.test.ts', ...CHECKS]);
  expect(reached('kit/model/dead.ts')).toEqual(CHECKS);
});

test('the schema reaches every database, words only the checks, what nobody knows everything', () => {
  const { database } = testSuites(FILES);
  expect(reached('db/migrations/0001.sql')).toEqual([...database, ...BROWSER, ...CHECKS].sort());
  expect(reached('tests/harness/global-setup.ts')).toEqual([...database, ...CHECKS].sort());
  expect(reached('docs/architecture.md')).toEqual(CHECKS);
  expect(reached('package-lock.json')).toEqual(ALL);
  expect(reached('modules/orders/fixture.pdf')).toEqual(ALL);
  expect(reached()).toEqual(CHECKS);
});
