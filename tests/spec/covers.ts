import { expect } from 'vitest';
import type { SpecLine } from './lines.ts';

/**
 * Marks the test in whose body it stands first as one that shows these lines of the specification;
 * docs/spec-map.md is made of the marks. The test fails unless it asserts something while it runs.
 */
export function covers(..._lines: [SpecLine, ...SpecLine[]]): void {
  expect.hasAssertions();
}
