import type { Database } from '#kit/server/database.ts';

/** The time zone of a tenant, asked once. */
export function zoneReader(db: Database): (tenant: number) => Promise<string> {
  const zones = new Map<number, string>();
  return async (tenant) => {
    const known = zones.get(tenant);
    if (known) return known;
    const row = await db.platform(
      (tx) => tx.one<{ timezone: string }>`select timezone from tenant where id = ${tenant}`,
    );
    zones.set(tenant, row.timezone);
    return row.timezone;
  };
}
