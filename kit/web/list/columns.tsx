import type { AnyLifecycle } from '#kit/model/lifecycle.ts';
import type { Field } from '#kit/model/field.ts';
import { faceFields, faceKey, listEntries, type RowFace } from '#kit/model/list-entry.ts';
import type { AnyResource } from '#kit/model/resource.ts';
import { fieldOf } from '../audit-fields.ts';
import { cellOf } from '../cells/cells.ts';
import { measures } from '#ui/cells/measures.ts';
import { percentText } from '#kit/model/decimal-text.ts';
import { grouped, shortPrice } from '#ui/cells/number-text.ts';
import { isBlank, type Row } from '#ui/cells/faces.ts';
import { personName } from '#ui/person-names.ts';
import { DASH } from '#ui/cells/text-cells.tsx';
import { StateTag } from '../lifecycle/state-tag.tsx';
import { findResource } from '../declarations.ts';
import { titleWidth } from './column-widths.ts';
import type { ColumnSpec, ListColumn, OwnColumn } from './list-column.ts';

const CUT_OFF = new Set(['text', 'textarea', 'link', 'choice', 'sealed']);
/** Of these, what is shown as a bare text. */
const TEXTS = new Set(['text', 'textarea', 'link', 'choice']);

/**
 * The columns of a list, those of the declaration unless the page names its own, one by one: what
 * stands below another follows it, and `stacked` puts them together.
 */
export function listColumns<R extends Row>(
  resource: AnyResource,
  lifecycle: AnyLifecycle | undefined,
  specs: readonly ColumnSpec<R>[] = listEntries(resource) as readonly ColumnSpec<R>[],
): ListColumn<R>[] {
  const columns = specs.flatMap((spec) => {
    const { under = [], picture = [], isFaced, ...own } = typeof spec === 'string' ? { key: spec } : spec;
    const below = [...listColumns(resource, lifecycle, under), ...(isFaced ? [faceColumn<R>(resource, own.key)] : [])];
    const pictured = picture.filter((key) => fieldOf(resource, key)?.kind === 'pictures');
    const pictureOf = pictureFinder(resource, [...(isFaced ? [own.key] : []), ...picture]);
    const column = oneColumn<R>(resource, lifecycle, own as OwnColumn<R>);
    return [
      {
        ...column,
        ...(below.length > 0 ? { under: below.map(({ key }) => key) } : {}),
        ...(pictureOf ? { pictureOf, pictureKey: pictured[0] } : {}),
      },
      ...below.map((one) => ({ ...one, hiddenByDefault: true })),
      ...listColumns<R>(resource, lifecycle, pictured as (keyof R & string)[]).map((one) => ({
        ...one,
        hiddenByDefault: true,
      })),
    ];
  });
  // What is a column of its own somewhere is no second one below another.
  return columns.filter(
    ({ key, hiddenByDefault }, at) =>
      columns.findIndex((one) => one.key === key && (hiddenByDefault || !one.hiddenByDefault)) === at,
  );
}

function oneColumn<R extends Row>(
  resource: AnyResource,
  lifecycle: AnyLifecycle | undefined,
  own: OwnColumn<R>,
): ListColumn<R> {
  const base = declaredColumn<R>(resource, lifecycle, own.key);
  if (!base && !(own.title !== undefined && own.render)) throw new Error(`${resource.name}: no column ${own.key}`);
  // What a page draws itself may be there to be filled in.
  const isOwn = own.render !== undefined;
  return {
    width: 140,
    ...base,
    ...(isOwn ? { isBlank: undefined, figure: undefined, text: undefined, isWhole: false } : {}),
    ...(own.key === resource.label ? { isName: true } : {}),
    ...own,
  } as ListColumn<R>;
}

const faceOf = (row: Row, key: string): RowFace | null => (row[faceKey(key)] as RowFace | null | undefined) ?? null;

/** What a link points at, as its own list calls it. */
function faceColumn<R extends Row>(resource: AnyResource, key: string): ListColumn<R> {
  const target = findResource(fieldOf(resource, key)?.to ?? '');
  const titles = target ? faceFields(target).under.map((one) => fieldOf(target, one)?.title) : [];
  const nameOf = (row: R): string => faceOf(row, key)?.name ?? '';
  return {
    key: faceKey(key),
    title: titles.join(' · '),
    width: 190,
    ellipsis: true,
    isBlank: (row) => nameOf(row) === '',
    text: nameOf,
    render: (row) => nameOf(row) || DASH,
  };
}

/** Where the picture of a row is found: in its own fields first, then behind its links. */
function pictureFinder(resource: AnyResource, keys: readonly string[]): ((row: Row) => string | null) | null {
  if (keys.length === 0) return null;
  const ways = keys.map((key) =>
    fieldOf(resource, key)?.kind === 'pictures'
      ? (row: Row) => firstPath(row[key])
      : (row: Row) => faceOf(row, key)?.picture ?? null,
  );
  return (row) => ways.reduce<string | null>((found, way) => found ?? way(row), null);
}

const firstPath = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? (value.split(',')[0] ?? null) : null;

function declaredColumn<R extends Row>(
  resource: AnyResource,
  lifecycle: AnyLifecycle | undefined,
  key: string,
): ListColumn<R> | null {
  const field = fieldOf(resource, key);
  if (!field) return null;
  const { Show, sortable } = cellOf(field.kind);
  const { width, align } = measures[field.kind];
  const isState = key === 'status' && lifecycle !== undefined;
  return {
    key,
    title: field.title,
    width: Math.max(dataWidth(field, key === resource.label, width), titleWidth(field.title, sortable)),
    align,
    sortable,
    ellipsis: CUT_OFF.has(field.kind),
    isBlank: (row) => isBlank(row[key]),
    ...(TEXTS.has(field.kind) && !isState
      ? { text: (row) => (field.isPerson ? personName(textOf(key, row)) : textOf(key, row)) }
      : {}),
    ...(align === 'right' ? { figure: (row) => figureOf(field, row[key], row) } : {}),
    render: (row) =>
      isState ? (
        <StateTag lifecycle={lifecycle} state={String(row[key] ?? '')} />
      ) : (
        <Show field={field} name={key} value={row[key]} row={row} />
      ),
  };
}

/** About as long as what is shown: amounts with their currency, measures with their unit. */
function figureOf({ kind, currency, percent }: Field, value: unknown, row: Row): string {
  const unit = currency ? `${String(row[currency] ?? '')} ` : ['length', 'weight'].includes(kind) ? ' .00 lb' : '';
  if (percent && !isBlank(value)) return kind === 'rate' ? percentText(value) : `${String(value)}%`;
  return isBlank(value) ? '' : `${unit}${grouped(kind === 'price' ? shortPrice(value) : value)}`;
}

const textOf = (key: string, row: Row): string => {
  const value = row[`${key}_dictText`] ?? row[key];
  return isBlank(value) ? '' : String(value);
};

/** Room for the data: short texts need less, names more than their kind says. */
function dataWidth({ kind, max }: Field, isLabel: boolean, width: number): number {
  if (isLabel) return Math.min(Math.max(width, 150), 200);
  if (kind !== 'text' || max === undefined) return width;
  if (max <= 8) return 72;
  if (max <= 32) return 124;
  if (max <= 64) return 150;
  return max <= 200 ? 190 : 250;
}
