import { LRUCache } from 'lru-cache';
import type { ReportData } from '#kit/model/report.ts';
import type { Tx } from '#kit/server/database.ts';

/** So long is an answer given again (spec §9). */
const MAX_AGE_MS = 30_000;
const MOST_ROWS = 50_000;

interface Answer {
  at: number;
  data: ReportData;
}

/** Answers of reports, each for the one reader whose rights it was made with. */
export interface ReportCache {
  /** The answer of a question that was asked within half a minute, else what `read` says. */
  of(
    tx: Tx,
    about: readonly [id: string, version: number],
    query: Query,
    read: () => Promise<ReportData>,
  ): Promise<ReportData>;
}

type Query = Readonly<Record<string, string>>;

/**
 * Keeps answers of this node. Whether the reader may still open the report is judged before each of them; the key is
 * the tenant, the reader, all that bounds their rows, the report as it is, and the question.
 */
export function createReportCache(): ReportCache {
  const answers = new LRUCache<string, Answer>({
    maxSize: MOST_ROWS,
    sizeCalculation: ({ data }) => data.records.length + 1,
  });
  return {
    async of(tx, [id, version], query, read) {
      const key = keyOf(tx, `${id} ${version}`, query);
      const known = answers.get(key);
      const now = tx.now.getTime();
      if (known && now - known.at < MAX_AGE_MS && now >= known.at) return known.data;
      const data = await read();
      answers.set(key, { at: now, data });
      return data;
    },
  };
}

function keyOf({ tenant, actor }: Tx, report: string, query: Query): string {
  const { userId, behind, limits, rules, masks, permissions, zone } = actor;
  // A blank parameter is another question than one that is left out, which is asked by its default.
  const asked = Object.entries(query).sort(([a], [b]) => (a < b ? -1 : 1));
  const rights = [...permissions].filter((code) => code.endsWith(':list')).sort();
  return JSON.stringify([
    tenant,
    userId,
    behind?.userId ?? null,
    report,
    limits,
    rules ?? null,
    [...masks].sort(),
    rights,
    zone,
    asked,
  ]);
}
