import type { ReactNode } from 'react';
import { cellOf, FactList, PersonName } from '#kit/web/index.ts';
import { holdsValue, shapeOf, type FieldDef } from '../../model/forms/field-def.ts';
import { isBlankValue, valueText } from '../../model/forms/form-values.ts';
import { localTime, useOptions } from './def-input.tsx';

/** A value as it is read: by the field of the version that asked for it. */
export function ValueShow({ def, value }: { def: FieldDef; value: unknown }): ReactNode {
  const options = useOptions(def);
  if (isBlankValue(value)) return <span className="ba-example">—</span>;
  switch (shapeOf(def)) {
    case 'files': {
      const { Show } = cellOf(def.type === 'image' ? 'pictures' : 'files');
      const field = { kind: def.type === 'image' ? 'pictures' : 'files', title: def.label } as const;
      return <Show field={field} name={def.key} value={[value].flat().join(',')} row={{}} />;
    }
    case 'user':
      return <PersonName username={String(value)} />;
    case 'datetime':
      return localTime(String(value));
    default:
      return valueText(def, value, (_def, one) => options.find((option) => option.value === one)?.label ?? one);
  }
}

/** What was filled in, field by field. */
export const ValueFacts = ({
  defs,
  values,
}: {
  defs: readonly FieldDef[];
  values: Readonly<Record<string, unknown>>;
}): ReactNode => (
  <FactList
    facts={defs
      .filter((def) => holdsValue(def) && !isBlankValue(values[def.key]))
      .map((def) => ({ key: def.key, title: def.label, value: <ValueShow def={def} value={values[def.key]} /> }))}
  />
);

/** Values of a row as the wire has them. */
export function valuesIn(value: unknown): Readonly<Record<string, unknown>> {
  const read: unknown = typeof value === 'string' ? JSON.parse(value) : value;
  return typeof read === 'object' && read !== null && !Array.isArray(read) ? { ...read } : {};
}
