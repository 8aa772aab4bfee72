import { expect, test } from 'vitest';
import { changedTests } from '#tools/changed-tests.ts';
import { importEdges } from '#tools/import-graph.ts';
import { browserTests, testFiles, testSuites } from '#tools/test-suites.ts';

const FILES = Object.entries({
  'app/main.ts': `import '#modules/orders/server/accept.ts';`,
  'app/web/main.tsx': `import './pages.tsx';`,
  'app/web/pages.tsx': `
    import.meta.glob(['../../modules/*/web/pages.ts', '!../../modules/old/web/*']);
    import.meta.glob('../../modules/*/help/*.md', { query: '?raw' });
    import.meta.glob('../../{ui,modules/*/web}/**/*.gallery.tsx');`,
  'modules/orders/web/pages.ts': `export const pages = () => import('./order-page.tsx');`,
  'modules/old/web/pages.ts': `export const pages = () => import('./old-page.tsx');`,
  'modules/old/web/old-page.tsx': ``,
  'ui/grid/grid.gallery.tsx': `import '#ui/grid/sample-rows.ts'; import '#ui/grid/grid.tsx';`,
  'ui/grid/grid.tsx': ``,
  'ui/grid/sample-rows.ts': ``,
  'modules/orders/server/accept.ts': `import '#kit/model/money.ts';`,
  'modules/orders/web/order-page.tsx': `import '#ui/grid/grid.tsx';`,
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
  'kit/model/limits.test.ts': `globSync('**/*.ts');`,
  'console/tones.test.ts': `readFileSync(join(import.meta.dirname, '../ui/tokens.css'))`,
  'tests/browser/sign-in.test.ts': `import '#tests/browser/steps.ts';`,
  'tests/browser/steps.ts': ``,
  'tests/browser/other.spec.ts': ``,
  'tests/browser/widgets/gallery-page.ts': 'page.goto(`/dev/gallery/${part}`)',
  'tests/browser/widgets/grid.spec.ts': `import './gallery-page.ts';`,
}).map(([path, source]) => ({ path, source }));

const ALL = [...testFiles(FILES), ...browserTests(FILES)].sort();
const GALLERY = ['tests/browser/widgets/grid.spec.ts'];
const BROWSER = ['tests/browser/other.spec.ts', 'tests/browser/sign-in.test.ts', ...GALLERY];
const CHECKS = ['kit/model/limits.test.ts', 'tests/checks/words.test.ts'];

test('tests that reach a database, however far away, or start programs are no unit tests', () => {
  const { unit, database } = testSuites(FILES);
  expect(unit.sort()).toEqual(['console/tones.test.ts', 'kit/model/money.test.ts', ...CHECKS].sort());
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
  expect(reached('modules/orders/web/order-page.css')).toEqual([...BROWSER, ...CHECKS].sort());
  expect(reached('tests/browser/steps.ts')).toEqual(['tests/browser/sign-in.test.ts', ...CHECKS].sort());
  expect(reached('kit/model/dead.ts')).toEqual(CHECKS);
});

test('a page is found over the lists that are imported by pattern, and so is a chapter', () => {
  const all = [...BROWSER, ...CHECKS, 'tests/faults/two-nodes.test.ts'].sort();
  expect(reached('modules/orders/web/pages.ts')).toEqual(all);
  expect(reached('ui/grid/grid.tsx')).toEqual(all);
  expect(reached('modules/orders/help/orders.md')).toEqual([...BROWSER, ...CHECKS].sort());
  // One that the change has removed.
  expect(reached('modules/gone/web/pages.ts')).toEqual(all);
  expect(reached('modules/old/web/old-page.tsx')).toEqual(CHECKS);
});

test('what is shown in galleries alone reaches the tests that open them', () => {
  expect(reached('ui/grid/grid.gallery.tsx')).toEqual([...CHECKS, ...GALLERY].sort());
  expect(reached('ui/grid/sample-rows.ts')).toEqual([...CHECKS, ...GALLERY].sort());
});

test('a file that a test opens by its name reaches it, the lines of the specification none', () => {
  expect(reached('ui/tokens.css')).toEqual([...BROWSER, ...CHECKS, 'console/tones.test.ts'].sort());
  expect(reached('tests/spec/rules.ts')).toEqual(CHECKS);
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
