import type { FigureUnit } from './figures.ts';

const MB = 1024 * 1024;

/** A figure as people read it: 312.4 MB, 12.5 GB, 83.2 %, 4.1 ms, 3 分 20 秒. */
export function figureText(value: number | null | undefined, unit: FigureUnit): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return '—';
  switch (unit) {
    case 'bytes':
      return bytesText(value);
    case 'percent':
      return `${value.toFixed(1)} %`;
    case 'ms':
      return value >= 10_000 ? `${(value / 1000).toFixed(1)} s` : `${Number(value.toFixed(1))} ms`;
    case 'seconds':
      return secondsText(value);
    case 'count':
      return grouped(value);
  }
}

function bytesText(value: number): string {
  if (value < MB) return `${(value / 1024).toFixed(1)} KB`;
  if (value < 1024 * MB) return `${(value / MB).toFixed(1)} MB`;
  const gigabytes = value / MB / 1024;
  return gigabytes < 1024 ? `${gigabytes.toFixed(1)} GB` : `${(gigabytes / 1024).toFixed(1)} TB`;
}

function secondsText(value: number): string {
  const seconds = Math.round(value);
  const [days, hours, minutes] = [
    Math.floor(seconds / 86_400),
    Math.floor(seconds / 3600) % 24,
    Math.floor(seconds / 60) % 60,
  ];
  if (days > 0) return `${days} 天 ${hours} 小时`;
  if (hours > 0) return `${hours} 小时 ${minutes} 分`;
  return minutes > 0 ? `${minutes} 分 ${seconds % 60} 秒` : `${seconds} 秒`;
}

const grouped = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 2 });
