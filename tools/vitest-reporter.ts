import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import type { FileRun, Report } from './test-run.ts';

const ROOT = resolve(import.meta.dirname, '..');

/** Where the report goes. */
export const REPORT_VARIABLE = 'WAYBILL_TEST_REPORT';

/**
 * Writes what became of each file and how long it took with its imports and hooks: the reports that
 * the runner brings know the time of its tests alone, and most goes into what stands before them.
 */
export default class FileReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly { message?: string }[]): void {
    const path = process.env[REPORT_VARIABLE];
    if (!path) throw new Error(`${REPORT_VARIABLE} names no file`);
    const report: Report = {
      files: modules.map(runOf),
      faults: errors.map(({ message }) => `outside every test: ${message ?? 'unknown'}`),
    };
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, JSON.stringify(report));
  }
}

function runOf(module: TestModule): FileRun {
  const tests = [...module.children.allTests()];
  const named = (state: string): string[] =>
    tests.filter((test) => test.result().state === state).map(({ fullName }) => fullName);
  // A test without a verdict was cut off with its worker.
  const failed = [...named('failed'), ...named('pending')];
  // A file that could not be loaded has no failed test of its own, nor one whose hooks fail.
  if (failed.length === 0 && module.state() !== 'passed' && module.state() !== 'skipped')
    failed.push('(the file itself)');
  const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } = module.diagnostic();
  return {
    path: relative(ROOT, module.moduleId).replaceAll('\\', '/'),
    tally: {
      passed: named('passed').length,
      failed: failed.length,
      skipped: named('skipped').length,
    },
    failed,
    seconds: (environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration) / 1000,
  };
}
