import type { ReactNode } from 'react';
import type { Field, Fields } from '#kit/model/field.ts';
import type { AnyResource } from '#kit/model/resource.ts';
import { AUDIT_FIELDS } from '../audit-fields.ts';
import { cellOf } from '../cells/cells.ts';
import { findLifecycle } from '../declarations.ts';
import { isBlank, type Row } from '#ui/cells/faces.ts';
import { PersonName } from '#ui/person-name.tsx';
import { CopiedText } from './copied-text.tsx';
import { FactList } from './fact-list.tsx';

/** Fields of a row as pairs of title and value, in one to four columns as the room allows. */
export function FieldList<F extends Fields>({
  fields,
  keys,
  row,
  columns = 3,
  withBlanks = true,
  facts: own = {},
}: {
  fields: F;
  keys: readonly Extract<keyof F, string>[];
  row: Row;
  columns?: 1 | 2 | 3 | 4;
  /** Whether fields without a value are shown, as a dash. */
  withBlanks?: boolean;
  /** Shown in place of the face of a field, by key. */
  facts?: Readonly<Record<string, ReactNode>>;
}): ReactNode {
  const facts = keys.flatMap((key) => {
    const field = fields[key];
    if (!field || !(key in row) || (!withBlanks && isBlank(row[key]))) return [];
    const value = own[key] ?? <FieldFace field={field} name={key} row={row} />;
    return [{ key, title: field.title, value, isWide: isWide(field, row[key]) }];
  });
  return <FactList facts={facts} columns={columns} />;
}

/** A value as lists show it; what tells rows apart is asked for elsewhere, and has a button to copy it. */
function FieldFace({ field, name, row }: { field: Field; name: string; row: Row }): ReactNode {
  const value = row[name];
  const isCode = field.kind === 'text' && (field.unique || field.rule === 'code');
  if (isCode && typeof value === 'string' && value !== '') return <CopiedText text={value} what={field.title} />;
  const { Show } = cellOf(field.kind);
  return <Show field={field} name={name} value={value} row={row} />;
}

/** Keys of a detail: those of the form first, then all others; a state stands in the head. */
function detailKeys(resource: AnyResource): string[] {
  const form = (resource.form as readonly (readonly string[])[]).flat();
  const rest = Object.keys(resource.fields as Fields).filter((key) => !form.includes(key));
  const hasState = findLifecycle(resource) !== undefined;
  return [...form, ...rest].filter((key) => !(hasState && key === 'status'));
}

/**
 * Keys of a detail that says all there is: what people fill in stays, with a dash where it is blank; what the
 * system notes of an event (who reversed it, when) is shown once it has happened.
 */
export function factKeys(resource: AnyResource, row: Row): string[] {
  const form = new Set((resource.form as readonly (readonly string[])[]).flat());
  return detailKeys(resource).filter((key) => form.has(key) || !isBlank(row[key]));
}

/** Who wrote the row when, in one faint line. */
export function AuditLine({ row }: { row: Row }): ReactNode {
  const part = (by: 'createBy' | 'updateBy', at: 'createTime' | 'updateTime'): ReactNode =>
    row[at] ? (
      <>
        {AUDIT_FIELDS[at].title} {String(row[at])}
        {row[by] ? (
          <>
            （<PersonName username={String(row[by])} />）
          </>
        ) : null}
      </>
    ) : null;
  return (
    <p className="wb-audit-line">
      {part('createBy', 'createTime')}
      {row['updateTime'] ? <>　{part('updateBy', 'updateTime')}</> : null}
    </p>
  );
}

const WIDE = new Set<Field['kind']>(['textarea', 'json', 'files', 'pictures']);
/** Signs from which on a text takes the whole line: a third of it would make a tower. */
const LONG_TEXT = 80;

const isWide = ({ kind }: Field, value: unknown): boolean =>
  WIDE.has(kind) || (kind === 'text' && typeof value === 'string' && value.length > LONG_TEXT);
