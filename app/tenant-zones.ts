import type { Database } from '#kit/server/database.ts';

const FRESH_MS = 60_000;

/** The time zone of a tenant, which it may change: at most a minute old. */
export function zoneReader(db: Database): (tenant: number) => Promise<string> {
  const zones = new Map<number, { zone: string; at: number }>();
  return async (tenant) => {
    const known = zones.get(tenant);
    const now = performance.now();
    if (known && now - known.at < FRESH_MS) return known.zone;
    const { timezone: zone } = await db.platform(
      (tx) => tx.one<{ timezone: string }>`select timezone from tenant where id = ${tenant}`,
    );
    zones.set(tenant, { zone, at: now });
    return zone;
  };
}
