import { parseDecimal, PRICE_SCALE } from '#kit/model/money.ts';

/** What is wrong with a line of a sheet, named as people count them: the first is 1. */
export interface SheetFault {
  line: number;
  message: string;
}

/** Prices by weight and zone: amounts in 1/10000 of the currency, weights in 1/10000 of their unit. */
export interface Rates {
  zones: string[];
  /** By weight, the least first; `prices` in the order of `zones`, null: not carried. */
  steps: { upTo: bigint; prices: (bigint | null)[] }[];
  /** For every unit of weight over the last step; null: nothing heavier is carried. */
  beyond: (bigint | null)[] | null;
}

/** Where postal codes belong to. */
export interface ZoneRow {
  country: string;
  from: string;
  to: string;
  zone: string;
  days: number | null;
  /** Code of the warehouse that it counts from; null: of all. */
  warehouse: string | null;
}

/** What a carton costs more that is too long, too wide around or too heavy; in the units of its table. */
export interface Surcharge {
  name: string;
  longest: bigint | null;
  girth: bigint | null;
  weight: bigint | null;
  amount: bigint;
}

const WEIGHT = /^(重量|weight)/i;
const NAME = /^(名称|name)/i;
const BEYOND = /^(续重|每增|add'?l|additional)/i;

/** Lines of cells: parted by tabs as a spreadsheet copies them, else by commas. Empty lines fall out. */
export function cellsOf(text: string): { line: number; cells: string[] }[] {
  return text
    .split(/\r?\n/)
    .map((line, at) => ({
      line: at + 1,
      cells: line.split(line.includes('\t') ? '\t' : /[,，]/).map((cell) => cell.trim()),
    }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
}

/** A figure as it is written in price lists: `$1,234.50` too, where cells are parted by tabs. */
function figure(cell: string): bigint | null {
  const plain = cell.replaceAll(/[$¥€£,\s]/g, '');
  const value = parseDecimal(plain, PRICE_SCALE);
  return value === null || value < 0n ? null : value;
}

type Read<T> = { value: T } | { fault: SheetFault };
const fault = (line: number, message: string): { fault: SheetFault } => ({
  fault: { line, message },
});

/** Reads prices by weight and zone. @returns them, or the first thing that is wrong */
export function readRates(text: string): Read<Rates> {
  const [head, ...rest] = cellsOf(text);
  if (!head) return fault(1, '没有内容');
  const [corner = '', ...named] = head.cells;
  const zones = named.slice(0, named.findLastIndex((cell) => cell !== '') + 1);
  if (!WEIGHT.test(corner)) return fault(head.line, '首行第一格须为“重量”，后面是各分区');
  if (zones.length === 0 || zones.some((zone) => zone === '')) return fault(head.line, '首行须写各分区的名称');
  if (new Set(zones).size < zones.length) return fault(head.line, '分区重复');
  const rates: Rates = { zones, steps: [], beyond: null };
  for (const { line, cells } of rest) {
    const message = rates.beyond ? '“续重”须是最后一行' : readRateLine(rates, cells);
    if (message) return fault(line, message);
  }
  return rates.steps.length > 0 ? { value: rates } : fault(head.line, '至少要有一档价格');
}

function readRateLine(rates: Rates, [first = '', ...cells]: string[]): string | null {
  const prices: (bigint | null)[] = [];
  for (const [at, zone] of rates.zones.entries()) {
    const cell = cells[at] ?? '';
    const price = cell === '' || cell === '-' ? null : figure(cell);
    if (price === null && cell !== '' && cell !== '-') return `分区 ${zone} 的价格“${cell}”不是数字`;
    prices.push(price);
  }
  if (cells.slice(rates.zones.length).some((cell) => cell !== '')) return '格数多于首行的分区';
  if (BEYOND.test(first)) {
    rates.beyond = prices;
    return null;
  }
  const upTo = figure(first);
  if (upTo === null || upTo === 0n) return `重量“${first}”不是大于 0 的数字`;
  const last = rates.steps.at(-1);
  if (last && last.upTo >= upTo) return `重量“${first}”须大于上一行`;
  rates.steps.push({ upTo, prices });
  return null;
}

/** Reads where postal codes belong to. */
export function readZones(text: string): Read<ZoneRow[]> {
  const lines = cellsOf(text).filter(({ cells }, at) => at > 0 || !/^(国家|country)/i.test(cells[0] ?? ''));
  const rows: ZoneRow[] = [];
  for (const { line, cells } of lines) {
    const [country = '', from = '', to = '', zone = '', days = '', warehouse = ''] = cells;
    const message = zoneFault(country, from, to, zone, days);
    if (message) return fault(line, message);
    const [low, high] = [postalKey(from, country), postalKey(to === '' ? from : to, country)];
    rows.push({
      country: country.toUpperCase(),
      from: low,
      to: high,
      zone,
      days: days === '' ? null : Number(days),
      warehouse: warehouse === '' ? null : warehouse,
    });
  }
  return rows.length > 0 ? { value: rows } : fault(1, '至少要有一行邮编分区');
}

function zoneFault(country: string, from: string, to: string, zone: string, days: string): string | null {
  if (!/^[A-Za-z]{2,3}$/.test(country)) return `国家“${country}”须为代码，如 US`;
  if (zone === '') return '第四格须写分区';
  if (!/^[A-Za-z\d -]*$/.test(from + to)) return '邮编前缀只能是字母和数字';
  if (to !== '' && from.length !== to.length) return `邮编前缀 ${from} 和 ${to} 的位数须相同`;
  if (to !== '' && to.toUpperCase() < from.toUpperCase()) return `邮编前缀 ${to} 须在 ${from} 之后`;
  if (days !== '' && !/^\d{1,3}$/.test(days)) return `时效“${days}”须为天数`;
  return null;
}

/** Reads what is asked of cartons beyond the usual. */
export function readSurcharges(text: string): Read<Surcharge[]> {
  const lines = cellsOf(text).filter(({ cells }, at) => at > 0 || !NAME.test(cells[0] ?? ''));
  const rows: Surcharge[] = [];
  for (const { line, cells } of lines) {
    const [name = '', ...limits] = cells;
    const [longest, girth, weight, amount] = [0, 1, 2, 3].map((at) => limits[at] ?? '') as [
      string,
      string,
      string,
      string,
    ];
    if (name === '') return fault(line, '第一格须写名称');
    const read = [longest, girth, weight].map((cell) => (cell === '' ? null : figure(cell)));
    if ([longest, girth, weight].some((cell, at) => cell !== '' && read[at] === null))
      return fault(line, `${name} 的条件须为数字`);
    if (read.every((limit) => limit === null)) return fault(line, `${name} 至少要有一个条件`);
    const request = figure(amount);
    if (amount === '' || request === null) return fault(line, `${name} 的金额须为数字`);
    const [l = null, g = null, w = null] = read;
    rows.push({ name, longest: l, girth: g, weight: w, amount: request });
  }
  return { value: rows };
}

/** A postal code as prefixes are compared with: no blanks, no letters in small, of a ZIP+4 the ZIP. */
export function postalKey(code: string, country: string): string {
  const plain = code.toUpperCase().replaceAll(/\s/g, '');
  return country.toUpperCase() === 'US' ? (plain.split('-')[0] ?? '') : plain.replaceAll('-', '');
}

/**
 * Where a postal code belongs to: the longest prefix that holds it, of those one of the warehouse
 * before one of all.
 */
export function zoneOf(
  rows: readonly ZoneRow[],
  to: { country: string; postalCode: string; warehouse: string },
): ZoneRow | null {
  const country = to.country.toUpperCase();
  const key = postalKey(to.postalCode, country);
  let best: ZoneRow | null = null;
  for (const row of rows) {
    if (row.country !== country || (row.warehouse !== null && row.warehouse !== to.warehouse)) continue;
    const start = key.slice(0, row.from.length);
    if (start.length < row.from.length || start < row.from || start > row.to) continue;
    if (!best || isNearer(row, best)) best = row;
  }
  return best;
}

const isNearer = (one: ZoneRow, other: ZoneRow): boolean =>
  Number(one.warehouse !== null) - Number(other.warehouse !== null) > 0 ||
  ((one.warehouse !== null) === (other.warehouse !== null) && one.from.length > other.from.length);
