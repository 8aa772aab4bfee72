import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that take long, the longest first, as a run on the embedded database showed them. One that
 * grows out of its place costs time and nothing else.
 */
const LONG = [
  'tests/attacks/matrix.test.ts',
  'tests/contract/writes.test.ts',
  'platform/postgres/supervisor.test.ts',
  'tests/lifecycles/legal-moves.test.ts',
  'tests/contract/access.test.ts',
  'tests/contract/lists.test.ts',
  'tests/contract/masks.test.ts',
  'tests/contract/masked-words.test.ts',
  'tests/contract/list.test.ts',
  'tests/properties/stock-walk.test.ts',
  'tests/faults/killed-moves.test.ts',
  'tests/contract/data-rules.test.ts',
  'tests/contract/tenant-walls.test.ts',
  'tests/properties/all-moves.test.ts',
  'tests/budgets/hot-paths.test.ts',
  'tests/contract/system-lists.test.ts',
  'tests/faults/import-cut.test.ts',
  'tests/faults/embedded-killed.test.ts',
  'tests/journeys/label-faults.test.ts',
  'tests/attacks/list-queries.test.ts',
  'tests/faults/killed-returns.test.ts',
  'tests/faults/killed-harvest.test.ts',
  'tests/faults/killed-posting.test.ts',
  'tests/channels/call-back.test.ts',
  'tests/races/batch-accept.test.ts',
  'tests/races/shipping.test.ts',
  'tests/contract/query-language.test.ts',
  'tests/attacks/list-views.test.ts',
  'tests/journeys/returns.test.ts',
  'tests/faults/backup.test.ts',
  'tests/journeys/label-wallet.test.ts',
  'tests/sheets/import-export.test.ts',
  'tests/faults/power-cut.test.ts',
  'tests/contract/walls.test.ts',
  'tests/journeys/demo-history.test.ts',
  'tests/sheets/import-jobs.test.ts',
  'tests/journeys/return-desk.test.ts',
  'tests/races/last-admin.test.ts',
  'platform/sheets/xlsx-fuzz.test.ts',
  'platform/pictures/renditions/renditions.test.ts',
];

/**
 * What takes long starts first, so that the workers end together. On a machine that has never
 * run the tests the largest files come first: the one with the journeys of every weekday has eight
 * lines, and kept one worker busy for minutes after the others had ended.
 */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const found = LONG.findIndex((path) => moduleId.endsWith(`/${path}`));
      return found === -1 ? LONG.length : found;
    };
    return (await super.sort(files)).sort((a, b) => place(a) - place(b));
  }
}
