import { Tooltip } from 'antd';
import dayjs from 'dayjs';
import { useEffect, useState, type ReactNode } from 'react';

const MINUTE = 60_000;
const NEAR = 4 * 60;

/** Time left until a deadline: red when it has passed or is near. Counts down by the minute. */
export function Countdown({ to }: { to: string | null }): ReactNode {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE);
    return () => clearInterval(timer);
  }, []);
  if (!to) return '—';
  const minutes = Math.floor((dayjs(to).valueOf() - now) / MINUTE);
  const tone = minutes < 0 ? '#a8071a' : minutes < NEAR ? '#ad4e00' : undefined;
  return (
    <Tooltip title={to}>
      <span style={{ color: tone, fontVariantNumeric: 'tabular-nums' }}>{inWords(minutes)}</span>
    </Tooltip>
  );
}

/** `已超 3 小时`, `剩 25 分`, `剩 2 天 4 时`. */
export function inWords(minutes: number): string {
  const amount = Math.abs(minutes);
  const text =
    amount < 60
      ? `${amount} 分`
      : amount < 24 * 60
        ? `${Math.floor(amount / 60)} 时 ${amount % 60} 分`
        : `${Math.floor(amount / 1440)} 天 ${Math.floor((amount % 1440) / 60)} 时`;
  return minutes < 0 ? `已超 ${text}` : `剩 ${text}`;
}
