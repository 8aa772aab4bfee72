import { ColumnStatistics } from '#ui/grid-data/statistics.ts';

/** One line of a column of cells, as the screen shows it. */
export interface RangePart {
  title: string;
  /** Of numbers, amounts, measures. */
  isFigure: boolean;
  /** Row by row. */
  texts: readonly string[];
}

/** What the figures of one line come to, in one unit. */
export interface RangeSum {
  title: string;
  /** A currency or a measure; blank: a plain number. */
  unit: string;
  sum: string;
  average: string;
}

const FIGURE = /^(?:([A-Z]{3})\s*)?(-?\d{1,3}(?:,\d{3})+(?:\.\d+)?|-?\d+(?:\.\d+)?)(?:\s*([a-z]{1,3}))?$/;

/** What a spreadsheet would turn into a day or a rounded number. */
const CODE = /^(?:\d+[/-]\d+|\d{12,})$/;

interface Figure {
  /** Without commas. */
  number: string;
  unit: string;
}

function figureOf(text: string): Figure | null {
  const match = FIGURE.exec(text);
  if (!match) return null;
  const [, currency, number = '', measure] = match;
  return { number: number.replaceAll(',', ''), unit: currency ?? measure ?? '' };
}

/**
 * Cells as a spreadsheet takes them, headings first, and which of them it is to leave alone. Each line
 * of a cell is a column of its own, and figures are plain numbers: their unit stands in the heading, or
 * where there are several in a column before them.
 */
export function rangeTable(
  parts: readonly RangePart[],
  rows: number,
): { cells: string[][]; isText: (cell: string, column: number) => boolean } {
  const figureColumns = new Set<string[]>();
  const figured = (title: string, numbers: readonly string[]): string[] => {
    const column = [title, ...numbers];
    figureColumns.add(column);
    return column;
  };
  const columns = parts.flatMap(({ title, isFigure, texts }): string[][] => {
    if (!isFigure) return [[title, ...texts]];
    const figures = texts.map(figureOf);
    const units = new Set(figures.flatMap((one) => (one ? one.unit : [])));
    const numbers = texts.map((text, at) => figures[at]?.number ?? text);
    if (units.size > 1) return [[`${title}币种`, ...figures.map((one) => one?.unit ?? '')], figured(title, numbers)];
    const [unit = ''] = units;
    return [figured(unit === '' ? title : `${title}（${unit}）`, numbers)];
  });
  return {
    cells: Array.from({ length: rows + 1 }, (_, at) => columns.map((column) => column[at] ?? '')),
    isText: (cell, at) => !figureColumns.has(columns[at] as string[]) && CODE.test(cell),
  };
}

/** Sums and averages of the figures, each line and each unit by itself. */
export function rangeSums(parts: readonly RangePart[]): RangeSum[] {
  return parts.flatMap(({ title, isFigure, texts }): RangeSum[] => {
    if (!isFigure) return [];
    const byUnit = new Map<string, ColumnStatistics>();
    let places = 0;
    for (const text of texts) {
      const figure = figureOf(text);
      if (!figure) continue;
      const known = byUnit.get(figure.unit) ?? new ColumnStatistics();
      known.put(figure.number);
      places = Math.max(places, figure.number.split('.')[1]?.length ?? 0);
      byUnit.set(figure.unit, known);
    }
    return [...byUnit].map(([unit, all]) => ({
      title,
      unit,
      sum: all.sum(places),
      average: all.average(Math.max(places, 2)) ?? '',
    }));
  });
}
