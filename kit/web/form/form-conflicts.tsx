import { Button, Form, type FormInstance } from 'antd';
import { useState, type ReactNode } from 'react';
import type { Field, Fields } from '#kit/model/field.ts';
import { isBlank, type Row } from '#ui/cells/faces.ts';
import { useRemoteOptions } from '../cells/link-cells.tsx';
import { bothChanged } from './form-values.ts';
import { paintOf, textFaces } from '#ui/grid/paint.ts';
import { useHost } from '#ui/host.ts';
import { useUnits } from '#ui/units.ts';
import { ConflictChoices, type ConflictSide } from '#ui/conflicts/conflict-choices.tsx';

export interface FormConflictsProps {
  fields: Fields;
  form: FormInstance;
  /** The row the edit started from. */
  before: Row;
  /** As it is stored now. */
  latest: Row;
  /** Name of whoever stored that. */
  who?: string | undefined;
  /** Every field is settled: go on with these of theirs, and the rest as it was typed. */
  onContinue: (theirs: readonly string[]) => void;
}

/** Fields of a form that somebody else has changed too, as they are typed now. */
export function FormConflicts(props: FormConflictsProps): ReactNode {
  const { fields, form, before, latest, who, onContinue } = props;
  const values = (Form.useWatch([], form) as Record<string, unknown> | undefined) ?? {};
  const [chosen, setChosen] = useState<Readonly<Record<string, ConflictSide>>>({});
  const face = useFaces(fields);
  const keys = bothChanged(fields, before, values, latest);
  if (keys.length === 0) return null;
  const isSettled = keys.every((key) => chosen[key]);
  return (
    <>
      <ConflictChoices
        conflicts={keys.map((key) => ({
          name: key,
          who,
          title: fields[key]?.title ?? key,
          mine: face(key, { ...currencyOf(fields[key], values), [key]: values[key] }),
          theirs: face(key, latest),
          base: face(key, before),
        }))}
        chosen={chosen}
        onChoose={(names, side) => setChosen({ ...chosen, ...Object.fromEntries(names.map((name) => [name, side])) })}
      />
      <p className="wb-conflicts-done">
        <Button
          size="small"
          type="primary"
          disabled={!isSettled}
          onClick={() => onContinue(keys.filter((key) => chosen[key] === 'theirs'))}
        >
          按以上选择合并，继续
        </Button>{' '}
        <span role="status">{isSettled ? '' : `还有 ${keys.filter((key) => !chosen[key]).length} 项未选择`}</span>
      </p>
    </>
  );
}

const currencyOf = (field: Field | undefined, values: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  field?.currency ? { [field.currency]: values[field.currency] } : {};

/** What was chosen in the form is known there by its id only. */
function LinkNames({ to, ids }: { to: string | undefined; ids: readonly string[] }): ReactNode {
  const { labelOf } = useRemoteOptions(to, ids);
  return ids.map((id) => labelOf(id) ?? id).join('、');
}

/** A value as the console words it. */
function useFaces(fields: Fields): (key: string, row: Readonly<Record<string, unknown>>) => ReactNode {
  const units = useUnits((state) => state.system);
  const dicts = useHost(({ dictTexts }) => dictTexts);
  return (key, row) => {
    const field = fields[key] as Field;
    const value = row[key];
    if (field.to && !isBlank(value) && row[`${key}_dictText`] === undefined)
      return <LinkNames to={field.to} ids={[value].flat().map(String)} />;
    const own = (field.dict && dicts[field.dict.code]) ?? [];
    const texts = new Map([
      ...Object.entries(field.dict?.items ?? {}),
      ...own.map((item) => [String(item.value), item.text] as const),
    ]);
    return paintOf(textFaces[field.kind], { field, key, texts, units })(value, { ...row, id: '' });
  };
}
