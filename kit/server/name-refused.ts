import { Refusal } from '#kit/model/refusal.ts';

/** How many rows are named for one reason; the others are counted. */
const NAMED = 5;

/**
 * Judges rows that are written together or not at all. Where several are refused as a whole, each is
 * judged by itself, so that the refusal says which rows it is about, and why.
 * @param judge may refuse, and changes nothing
 * @throws Refusal as `judge` does; for several rows with their names, by reason
 */
export async function nameRefused<R>(
  rows: readonly R[],
  nameOf: (row: R) => string,
  judge: (rows: readonly R[]) => Promise<void>,
): Promise<void> {
  const whole = await refusalOf(() => judge(rows));
  if (!whole) return;
  if (rows.length < 2) throw whole;
  const names = new Map<string, string[]>();
  for (const row of rows) {
    const refusal = await refusalOf(() => judge([row]));
    if (!refusal) continue;
    names.set(refusal.message, [...(names.get(refusal.message) ?? []), nameOf(row)]);
  }
  // Only together they were too much.
  if (names.size === 0) throw whole;
  const reasons = [...names].map(([why, who]) => `${shortList(who)}：${why}`);
  throw new Refusal(whole.code, `${reasons.join('；')}。选中的记录均未改动`, {
    status: whole.status,
  });
}

/** Names as a sentence has them: the first few, and how many there are. */
export const shortList = (names: readonly string[]): string =>
  names.length > NAMED ? `${names.slice(0, NAMED).join('、')}等${names.length}条` : names.join('、');

async function refusalOf(work: () => Promise<void>): Promise<Refusal | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}
