/**
 * Tracking numbers of several boxes as a row shows them: the first one whole, and how many there are.
 * @param numbers separated by commas
 */
export function numbersShown(numbers: string | null): string {
  const all = (numbers ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);
  return all.length > 1 ? `${all[0]} 等${all.length}个` : (all[0] ?? '');
}
