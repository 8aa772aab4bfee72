export interface WordChange {
  kind: 'same' | 'added' | 'gone';
  text: string;
}

/** Clauses of a rule: what stands between its commas, semicolons and brackets. */
const CLAUSE = /[^，；。（）]*[，；。（）]?/g;

const clausesOf = (text: string): string[] => (text.match(CLAUSE) ?? []).filter((part) => part !== '');

/**
 * What one sentence says that another did not, clause by clause: the longest common row of clauses stays,
 * everything else has come or gone.
 */
export function wordChanges(before: string, after: string): WordChange[] {
  const [a, b] = [clausesOf(before), clausesOf(after)];
  const common = lengths(a, b);
  const at = (i: number, j: number): number => common[i]?.[j] ?? 0;
  const changes: WordChange[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      changes.push({ kind: 'same', text: a[i] as string });
      i += 1;
      j += 1;
    } else if (j >= b.length || (i < a.length && at(i + 1, j) >= at(i, j + 1))) {
      changes.push({ kind: 'gone', text: a[i] as string });
      i += 1;
    } else {
      changes.push({ kind: 'added', text: b[j] as string });
      j += 1;
    }
  }
  return changes;
}

/** Length of the longest common row of clauses from each place on. */
function lengths(a: readonly string[], b: readonly string[]): number[][] {
  const table = Array.from({ length: a.length + 1 }, () => Array.from({ length: b.length + 1 }, () => 0));
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--) {
      const row = table[i] as number[];
      const below = table[i + 1] as number[];
      row[j] = a[i] === b[j] ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, row[j + 1] ?? 0);
    }
  return table;
}
