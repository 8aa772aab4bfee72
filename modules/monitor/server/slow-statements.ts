import type { SlowStatement } from '../model/routes.ts';
import { shownStatement } from './redact.ts';

type Noted = Omit<SlowStatement, 'lastAt'> & { lastAt: Date };

/** Statements of this node that took long since its start, the worst of them. */
export interface SlowStatements {
  note(text: string, ms: number, at: Date): void;
  /** The slowest first. */
  worst(): readonly Noted[];
}

const MOST = 50;

/** One entry a statement, without its values; where there are too many, the least slow goes. */
export function createSlowStatements(): SlowStatements {
  const byText = new Map<string, Noted>();
  return {
    note(text, ms, at) {
      const sql = shownStatement(text);
      const known = byText.get(sql);
      const times = (known?.times ?? 0) + 1;
      byText.set(sql, {
        sql,
        times,
        maxMs: Math.round(Math.max(known?.maxMs ?? 0, ms)),
        averageMs: Math.round(((known?.averageMs ?? 0) * (times - 1) + ms) / times),
        lastAt: at,
      });
      if (byText.size <= MOST) return;
      const [least] = [...byText.values()].toSorted((a, b) => a.maxMs - b.maxMs);
      if (least) byText.delete(least.sql);
    },
    worst: () => [...byText.values()].toSorted((a, b) => b.maxMs - a.maxMs),
  };
}
