import type { FullResult, Reporter, TestCase, TestResult, TestStep } from '@playwright/test/reporter';

/** The annotation of a test that is marked with `covers`. */
export const COVERS = 'covers';

/** Fails the run when a test that covers the specification passed without an assertion. */
export default class MarkedTests implements Reporter {
  private readonly hollow: string[] = [];

  onTestEnd(test: TestCase, { annotations, status, steps }: TestResult): void {
    if (status !== 'passed' || !annotations.some(({ type }) => type === COVERS)) return;
    if (!asserts(steps)) this.hollow.push(test.titlePath().filter(Boolean).join(' › '));
  }

  async onEnd({ status }: FullResult): Promise<Pick<FullResult, 'status'>> {
    if (this.hollow.length === 0) return { status };
    console.error(`Marked with covers(), but nothing was asserted:\n${this.hollow.join('\n')}`);
    return { status: 'failed' };
  }
}

const asserts = (steps: readonly TestStep[]): boolean =>
  steps.some(({ category, steps: inner }) => category === 'expect' || asserts(inner));
