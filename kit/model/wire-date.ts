const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;

/**
 * A date on the wire, checked: `YYYY-MM-DD`; null when it is no real day. Apart from the calculation
 * with zones, which inputs do without.
 */
export function parseWireDate(value: string): string | null {
  const [, year, month, day] = DAY.exec(value) ?? [];
  const date = new Date(0);
  // Not Date.UTC, which takes the years before 100 for those of the last century.
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day) ? value : null;
}
