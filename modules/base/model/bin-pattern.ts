/** Longer numbers cannot be counted exactly. */
const MOST_DIGITS = 15;

/** Most bins that are made in one go. */
export const MOST_BINS = 2000;

/** A bin as its pattern makes it: its code, and what each part of that is. */
export interface PatternBin {
  code: string;
  aisle: string | null;
  rack: string | null;
  level: string | null;
  position: string | null;
}

const PART = /[A-Za-z]+|\d+|[^A-Za-z\d]+/g;

/**
 * Codes from one bin to another: parts of letters or digits that differ run from the first to the
 * second, the last one fastest (`A-01-01` to `A-03-12` are 36 bins). Digits keep their zeros in
 * front.
 * @returns the bins in walking order, or what is wrong in Chinese and at which end
 */
export function patternBins(from: string, to: string): { bins: PatternBin[] } | { fault: string; at: 'from' | 'to' } {
  const [first, last] = [from.match(PART) ?? [], to.match(PART) ?? []];
  if (first.length === 0) return { fault: '请输入首个库位编码', at: 'from' };
  if (first.length !== last.length) return { fault: `末个编码须和首个 ${from} 的段数相同`, at: 'to' };
  const runs: string[][] = [];
  let count = 1;
  for (const [at, start] of first.entries()) {
    const run = runOf(start, last[at] as string);
    if (typeof run === 'string') return { fault: run, at: 'to' };
    count *= run.length;
    if (count > MOST_BINS) return { fault: `一次最多生成 ${MOST_BINS} 个库位，请分几次`, at: 'to' };
    runs.push(run);
  }
  const made = runs.reduce<string[][]>(
    (codes, run) => codes.flatMap((parts) => run.map((part) => [...parts, part])),
    [[]],
  );
  return { bins: made.map(binOf) };
}

/** The values of one part; a text says why there are none. */
function runOf(start: string, end: string): string[] | string {
  if (start === end) return [start];
  if (/^\d+$/.test(start) && /^\d+$/.test(end)) return digitsRun(start, end);
  if (!/^[A-Za-z]$/.test(start) || !/^[A-Za-z]$/.test(end))
    return `${start} 到 ${end} 排不出顺序：变化的段须都是数字，或都是一个字母`;
  const [low, high] = [start.charCodeAt(0), end.charCodeAt(0)];
  const isOneCase = /[a-z]/.test(start) === /[a-z]/.test(end);
  if (!isOneCase || high < low) return `${end} 须在 ${start} 之后`;
  return Array.from({ length: high - low + 1 }, (_, at) => String.fromCharCode(low + at));
}

function digitsRun(start: string, end: string): string[] | string {
  if (end.replace(/^0+/, '').length > MOST_DIGITS) return `变化的数字最多 ${MOST_DIGITS} 位`;
  const [low, high] = [Number(start), Number(end)];
  if (high < low) return `${end} 须在 ${start} 之后`;
  if (high - low >= MOST_BINS) return `一次最多生成 ${MOST_BINS} 个库位，请分几次`;
  const width = start.length;
  if (width !== end.length && start.startsWith('0')) return `${start} 和 ${end} 的位数须相同`;
  return Array.from({ length: high - low + 1 }, (_, at) => String(low + at).padStart(width, '0'));
}

/** Up to four parts are aisle, rack, level and position; of three, level and position are one. */
function binOf(parts: readonly string[]): PatternBin {
  const named = parts.filter((part) => /^[A-Za-z\d]/.test(part));
  const [aisle = null, rack = null, level = null, ...rest] = named;
  return {
    code: parts.join(''),
    aisle,
    rack,
    level,
    position: rest.length > 0 ? rest.join('-') : null,
  };
}
