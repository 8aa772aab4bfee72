import { test } from '@playwright/test';
import type { SpecLine } from '../spec/lines.ts';
import { COVERS } from './marked-tests.ts';

/**
 * Marks the test in whose body it stands first as one that shows these lines of the specification,
 * as `covers` of tests/spec does. The run fails when the test passes without an assertion.
 */
export function covers(...lines: [SpecLine, ...SpecLine[]]): void {
  test.info().annotations.push({ type: COVERS, description: lines.join(', ') });
}
