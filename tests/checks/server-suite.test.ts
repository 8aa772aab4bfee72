import { expect, test } from 'vitest';
import { serverSuite, testFiles } from '#tools/server-suite.ts';

const FILES = Object.entries({
  'tests/harness/database.ts': `export const createTestDatabase = () => undefined;`,
  'tests/harness/app.ts': `import { createTestDatabase } from './database.ts';`,
  'modules/orders/server/test-scene.ts': `import { app } from '#tests/harness/app.ts';`,
  'modules/orders/server/accept.test.ts': `import { openScene } from './test-scene.ts';`,
  'tests/journeys/ship.test.ts': `const { app } = await import('#tests/harness/app.ts');`,
  'kit/server/given.test.ts': `const url = process.env['TEST_DATABASE_URL'];`,
  'kit/model/money.test.ts': `import { add } from './money.ts';`,
  'kit/model/money.ts': ``,
  'tests/browser/sign-in.test.ts': `import '#tests/harness/database.ts';`,
}).map(([path, source]) => ({ path, source }));

test('tests that reach a database, however far away, run on the server too', () => {
  expect(serverSuite(FILES).sort()).toEqual([
    'kit/server/given.test.ts',
    'modules/orders/server/accept.test.ts',
    'tests/journeys/ship.test.ts',
  ]);
});

test('the browser has a runner of its own', () => {
  expect(testFiles(FILES)).toContain('kit/model/money.test.ts');
  expect(testFiles(FILES)).not.toContain('tests/browser/sign-in.test.ts');
});
