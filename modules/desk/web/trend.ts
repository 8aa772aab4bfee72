/** Decimal texts added without a float. */
export function sumAmounts(amounts: readonly string[]): string {
  const places = Math.max(0, ...amounts.map((amount) => amount.split('.')[1]?.length ?? 0));
  const total = amounts.reduce((sum, amount) => {
    const [whole = '0', fraction = ''] = amount.split('.');
    return sum + BigInt(whole + fraction.padEnd(places, '0'));
  }, 0n);
  const text = String(total).padStart(places + 1, '0');
  return places === 0 ? text : `${text.slice(0, -places)}.${text.slice(-places)}`;
}

/** An amount shared out among so many, rounded to its own places; `—` among none. */
export function shareOf(amount: string, among: number): string {
  if (among === 0) return '—';
  const places = amount.split('.')[1]?.length ?? 0;
  const minor = BigInt(amount.replace('.', ''));
  const rounded = (minor * 2n + BigInt(among)) / (2n * BigInt(among));
  const text = String(rounded).padStart(places + 1, '0');
  return places === 0 ? text : `${text.slice(0, -places)}.${text.slice(-places)}`;
}

export interface Trend {
  way: 'up' | 'down' | 'same';
  /** `+12.5%`; of nothing, `新增`: there is no share of zero. */
  text: string;
}

/** How a figure stands against that of the period before. */
export function trendOf(now: number, before: number): Trend {
  if (now === before) return { way: 'same', text: '持平' };
  const way = now > before ? 'up' : 'down';
  if (before === 0) return { way, text: '新增' };
  const share = ((now - before) / before) * 100;
  const places = Math.abs(share) < 100 ? 1 : 0;
  return { way, text: `${share > 0 ? '+' : '−'}${Math.abs(share).toFixed(places)}%` };
}
