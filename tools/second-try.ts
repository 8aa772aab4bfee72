import type { FileRun, TestRun } from './test-run.ts';

/** More files than these do not stumble by chance in one run. */
export const MOST_AT_SECOND_TRY = 3;

/** A file that failed once and passed alone. */
export interface SecondTry {
  path: string;
  /** Of the tests that failed first the first one. */
  test: string;
}

/**
 * Runs each file of a lane that failed once more, alone. What it shows then is what counts, so that
 * no test counts twice: a file that fails again has failed. A lane that is beyond help, by a fault of
 * its own or by more files than may still pass so, is left as it is.
 * @param again runs one file with nothing beside it
 * @param left how many files of this run may still pass at their second try
 */
export async function tryTwice(
  first: TestRun,
  again: (path: string) => Promise<TestRun>,
  left: number,
): Promise<{ run: TestRun; passed: SecondTry[] }> {
  const failed = first.files.filter((file) => file.failed.length > 0);
  if (failed.length === 0 || first.faults.length > 0) return { run: first, passed: [] };
  if (failed.length > left) {
    const fault = `${failed.length} files failed, and ${left} more may have a second try in this run`;
    return { run: { ...first, faults: [fault] }, passed: [] };
  }
  const second = new Map<string, FileRun>();
  const passed: SecondTry[] = [];
  for (const file of failed) {
    const found = resultOf(file.path, await again(file.path));
    if (!found) continue;
    second.set(file.path, { ...found, seconds: file.seconds + found.seconds });
    if (found.failed.length === 0) passed.push({ path: file.path, test: file.failed[0] ?? '' });
  }
  const files = first.files.map((file) => second.get(file.path) ?? file);
  return { run: { ...first, files }, passed };
}

/** What a second try showed of its file; nothing where it did not run to its end, or ran no test. */
function resultOf(path: string, { files, faults }: TestRun): FileRun | undefined {
  const found = faults.length === 0 ? files.find((file) => file.path === path) : undefined;
  return found && found.tally.passed + found.failed.length > 0 ? found : undefined;
}
