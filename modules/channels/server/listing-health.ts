import type { Tx } from '#kit/server/database.ts';
import { levelOf, type HealthPoints } from '../model/listing-health.ts';

/** What a health report says of the listings of a shop. */
export interface ReportedHealth {
  accountId: string;
  reportId: string;
  /** Last day of the report, `YYYY-MM-DD`: a later one goes before. */
  on: string;
  /** By part number. `month` as the report has it. */
  listings: ReadonlyMap<string, { month: string; points: HealthPoints }>;
}

/**
 * Notes how the marketplace rates listings. What a later report has said of one stays; what the report does not name
 * keeps what is known of it, with the month it was said for.
 * @returns how many listings it is about
 */
export async function noteListingHealth(
  tx: Tx,
  { accountId, reportId, on, listings }: ReportedHealth,
): Promise<number> {
  const rated = [...listings].flatMap(([channelSku, { month, points }]) => {
    const level = levelOf(points);
    return level ? [{ channelSku, month, points, level }] : [];
  });
  if (rated.length === 0) return 0;
  return tx.run`
    update channel_product p set health = r.level, health_points = r.points, health_month = r.month,
      health_on = ${on}::date, health_report_id = ${reportId}::uuid
    from unnest(${rated.map(({ channelSku }) => channelSku)}::text[], ${rated.map(({ level }) => level)}::text[],
      ${rated.map(({ points }) => JSON.stringify(points))}::jsonb[], ${rated.map(({ month }) => month)}::text[])
      as r (channel_sku, level, points, month)
    where p.tenant_id = ${tx.tenant} and p.account_id = ${accountId}::uuid and p.channel_sku = r.channel_sku
      and p.deleted_at is null and (p.health_on is null or p.health_on <= ${on}::date)`;
}
