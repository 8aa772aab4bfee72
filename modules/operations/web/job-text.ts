import { describeCron } from '#kit/model/cron/describe.ts';
import { parseCron } from '#kit/model/cron/parse.ts';

const MINUTE = 60;
const HOUR = 3600;

/** An expression in words; as it stands where it cannot be read. */
export function cronWords(expression: string): string {
  const parsed = parseCron(expression);
  return parsed.ok ? describeCron(parsed.cron) : expression;
}

/** How often the product does something: 每 1 小时. */
export function paceWords(seconds: number): string {
  if (seconds % HOUR === 0) return `每 ${seconds / HOUR} 小时`;
  return seconds % MINUTE === 0 ? `每 ${seconds / MINUTE} 分钟` : `每 ${seconds} 秒`;
}

/** A duration for people: 12 毫秒, 3.4 秒, 2 分 5 秒. */
export function durationWords(ms: number | null): string {
  if (ms === null) return '';
  if (ms < 1000) return `${ms} 毫秒`;
  const tenths = Math.round(ms / 100);
  if (tenths < MINUTE * 10) return `${(tenths / 10).toFixed(1)} 秒`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / MINUTE)} 分 ${seconds % MINUTE} 秒`;
}
