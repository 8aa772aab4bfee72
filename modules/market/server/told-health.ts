import type { Tx } from '#kit/server/database.ts';
import { HEALTH_POINTS, worseOf, type HealthLevel, type HealthPoint } from '#modules/channels/model/listing-health.ts';
import { noteListingHealth, type ReportedHealth } from '#modules/channels/server/index.ts';
import type { ReadReport } from './read-report.ts';
import type { ToldReport } from './read-back.ts';

/** Listing健康度 goes to the listings it is about. A part that stands in several stores is as good as the worst of them. */
export async function noteHealth(
  tx: Tx,
  reportId: string,
  { type, accountId, periodTo: on }: ToldReport,
  { rows }: ReadReport,
): Promise<string | null> {
  if (type !== 'listingHealth' || accountId === null) return null;
  const listings = new Map<string, ReportedHealthOf>();
  for (const { values } of rows) {
    const part = String(values['part'] ?? '');
    if (part === '') continue;
    const known = listings.get(part) ?? { month: String(values['month'] ?? ''), points: {} };
    for (const point of Object.keys(HEALTH_POINTS) as HealthPoint[]) {
      const level = values[point] as HealthLevel | null | undefined;
      if (!level) continue;
      const before = known.points[point];
      known.points[point] = before ? worseOf(before, level) : level;
    }
    listings.set(part, known);
  }
  const noted = await noteListingHealth(tx, { accountId, reportId, on, listings });
  return `健康度已更新到 ${noted} 个渠道产品`;
}

type ReportedHealthOf = ReportedHealth['listings'] extends ReadonlyMap<string, infer H> ? H : never;
