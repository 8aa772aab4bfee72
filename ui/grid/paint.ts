import type { Field, Kind } from '#kit/model/field.ts';
import { BrokenJson } from '../cells/broken-json.ts';
import { isBlank } from '../cells/faces.ts';
import { percentText } from '#kit/model/decimal-text.ts';
import { grouped, shortPrice, shortRate } from '../cells/number-text.ts';
import { UNITS, type UnitSystem } from '../units.ts';
import { readFiles } from '../upload/stored-files.ts';
import type { GridRow } from './grid-column.ts';

interface PaintAbout {
  field: Field;
  key: string;
  /** Texts of the column's dictionary as this tenant words them, by code. */
  texts: ReadonlyMap<string, string>;
  units: UnitSystem;
}

/** Paints one value; blank values are not asked for. */
export type Paint = (value: unknown, row: GridRow) => string;
export type TextFace = (about: PaintAbout) => Paint;

const plain: TextFace = () => String;
const number: TextFace =
  ({ field }) =>
  (value) =>
    field.percent ? `${grouped(value)}%` : grouped(value);

const measure =
  (kind: 'length' | 'weight'): TextFace =>
  ({ units }) => {
    const { show, symbol } = UNITS[kind][units];
    return (value) => (typeof value === 'number' ? `${grouped(show(value))} ${symbol}` : String(value));
  };

const chosen: TextFace =
  ({ key, texts }) =>
  (value, row) =>
    texts.get(String(value)) ?? String(row[`${key}_dictText`] ?? value);

/** Names of uploads, without what the server put behind them. */
const uploads: TextFace = () => (value) =>
  readFiles(String(value))
    .map(({ fileName }) => fileName)
    .join('、');

/**
 * Every field kind as plain text, as the grid paints it into its cells. A new kind does not compile
 * until it stands here.
 */
export const textFaces = {
  text: plain,
  textarea: () => (value) => String(value).replaceAll(/\s*\n\s*/g, ' '),
  integer: number,
  quantity: number,
  money:
    ({ field: { currency } }) =>
    (value, row) => {
      const code = currency ? row[currency] : undefined;
      const shown = grouped(value);
      // A text that is no amount stands as it was typed.
      return typeof code === 'string' && /^[\d,.-]+$/.test(shown) ? `${code} ${shown}` : shown;
    },
  price: () => (value) => grouped(shortPrice(value)),
  rate: ({ field }) => (field.percent ? percentText : shortRate),
  flag: () => (value) => (value === true ? '是' : value === false ? '否' : String(value)),
  choice: chosen,
  choices:
    ({ texts }) =>
    (value) =>
      Array.isArray(value) ? value.map((code) => texts.get(String(code)) ?? String(code)).join('、') : String(value),
  link:
    ({ key }) =>
    (value, row) =>
      String(row[`${key}_dictText`] ?? value),
  // Names of the row, where it has them.
  tags:
    ({ key }) =>
    (value, row) =>
      String(row[`${key}_dictText`] ?? value),
  date: plain,
  datetime: plain,
  length: measure('length'),
  weight: measure('weight'),
  secret: () => () => '已设置',
  sealed: plain,
  files: uploads,
  pictures: uploads,
  json: () => (value) => (value instanceof BrokenJson ? value.text : JSON.stringify(value)),
} satisfies Record<Kind, TextFace>;

/** The text of any value: nothing for nothing. */
export const paintOf = (face: TextFace, about: PaintAbout): Paint => {
  const paint = face(about);
  return (value, row) => (isBlank(value) ? '' : paint(value, row));
};
