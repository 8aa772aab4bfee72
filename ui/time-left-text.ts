const DAY = 1440;

/** `剩 25分`, `剩 3时20分`, `剩 2天4时`; past: `已超 3时20分`. Whole minutes, below zero = past. */
export function timeLeftText(minutes: number): string {
  const amount = Math.abs(minutes);
  const text =
    amount < 60
      ? `${amount}分`
      : amount < DAY
        ? `${Math.floor(amount / 60)}时${amount % 60}分`
        : `${Math.floor(amount / DAY)}天${Math.floor((amount % DAY) / 60)}时`;
  return minutes < 0 ? `已超 ${text}` : `剩 ${text}`;
}
