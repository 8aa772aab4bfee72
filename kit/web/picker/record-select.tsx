import { useState, type ComponentType, type ReactNode } from 'react';
import { text } from '#kit/model/field.ts';
import type { AnyResource } from '#kit/model/resource.ts';
import type { Path } from '#kit/model/route.ts';
import type { Row } from '#ui/cells/faces.ts';
import type { ColumnSpec } from '../list/list-column.ts';
import type { FilterSpec } from '../list/list-filters.ts';
import { PickedField, type PickedFormProps, type PickedLook } from '#ui/picker/picked-field.tsx';
import { readKeys, writeKeys } from '#ui/picker/picked-values.ts';
import { ResourcePicker, type ResourcePickerProps } from './resource-picker.tsx';
import { useStoredRows } from './use-stored-rows.ts';

/** The business-record picker as a field (spec §3, "Business-record picker props"). */
export interface RecordSelectProps extends PickedFormProps {
  /** What is chosen from: a resource, or a view of a hand-written list. */
  of: AnyResource;
  /** What a record is called in titles; the resource's own title by default. */
  name?: string | undefined;
  /** Field that is stored; `id` by default. */
  valueKey?: string | undefined;
  /** Route of the list, where it is not the resource's own. */
  listUrl?: Path | undefined;
  /** Route that knows stored values; the list's by default. */
  valueUrl?: Path | undefined;
  /** Field that is shown; the resource's label by default. */
  displayKey?: string | undefined;
  columns?: readonly ColumnSpec[] | undefined;
  /** Name of the one filter, and its title; or whole filters. */
  queryParamCode?: string | undefined;
  queryParamText?: string | undefined;
  filters?: readonly FilterSpec[] | undefined;
  rowKey?: string | undefined;
  multiple?: boolean | undefined;
  /** px of the dialog; 900 by default. */
  width?: number | undefined;
  /** Characters of a name that are shown; 12, -1 = all. */
  ellipsisLength?: number | undefined;
  /** Whether a button opens the dialog beside the field; its text. */
  buttons?: boolean | undefined;
  button?: string | undefined;
  look?: PickedLook | undefined;
  /** Stores the row keys in place of `valueKey`. */
  returnId?: boolean | undefined;
  /** Dialog in place of the plain one. */
  Dialog?: ComponentType<ResourcePickerProps> | undefined;
  /** Stored values, joined by commas. */
  value?: string | null | undefined;
  onChange?: ((value: string | null) => void) | undefined;
  /** The rows behind what was chosen in the dialog. */
  onPick?: ((rows: readonly Row[]) => void) | undefined;
}

/** Chooses records in a dialog; what is stored is shown by name, also where the record is gone. */
export function RecordSelect(props: RecordSelectProps): ReactNode {
  const { of, multiple = true, buttons = true, button = '选择', onChange } = props;
  const [isOpen, setOpen] = useState(false);
  const { rows, picked, isLoading, storedKey } = usePicked(props);
  const Dialog = props.Dialog ?? ResourcePicker;
  return (
    <>
      <PickedField
        {...props}
        picked={picked}
        multiple={multiple}
        isLoading={isLoading}
        button={buttons ? button : null}
        placeholder={props.placeholder ?? `请选择${props.name ?? of.title}`}
        onOpen={() => setOpen(true)}
        onKeep={(keys) => onChange?.(writeKeys(keys))}
      />
      {isOpen && (
        <Dialog
          of={of}
          name={props.name}
          listUrl={props.listUrl}
          rowKey={props.rowKey}
          displayKey={props.displayKey}
          width={props.width}
          multiple={multiple}
          columns={props.columns}
          filters={filtersOf(props)}
          selected={rows}
          onClose={() => setOpen(false)}
          onPick={(chosen) => {
            setOpen(false);
            onChange?.(writeKeys(chosen.map((row) => String(row[storedKey]))));
            props.onPick?.(chosen);
          }}
        />
      )}
    </>
  );
}

/** Stored keys with their names and rows; a key without a row stands for itself. */
function usePicked(props: RecordSelectProps) {
  const { of, value, rowKey = 'id', displayKey = of.label, returnId = false } = props;
  const storedKey = returnId ? rowKey : (props.valueKey ?? 'id');
  const keys = readKeys(value);
  const stored = useStoredRows<Row>({
    of,
    keys,
    by: storedKey,
    listUrl: props.listUrl,
    valueUrl: props.valueUrl,
  });
  const known = new Map(stored.rows.map((row) => [String(row[storedKey]), row]));
  const rows = keys.map(
    (key): Row => known.get(key) ?? { id: key, [rowKey]: key, [storedKey]: key, [displayKey]: key },
  );
  const nameOf = (row: Row): string => String(row[displayKey] ?? row[storedKey]);
  const picked = rows.map((row) => ({
    value: String(row[storedKey]),
    label: stored.isLoading && !known.has(String(row[storedKey])) ? '加载中…' : nameOf(row),
  }));
  return { rows, picked, isLoading: stored.isLoading, storedKey };
}

function filtersOf({
  of,
  filters,
  queryParamCode,
  queryParamText,
}: RecordSelectProps): readonly FilterSpec[] | undefined {
  if (!queryParamCode) return filters;
  const declared = Object.hasOwn(of.fields as object, queryParamCode);
  if (declared && !queryParamText) return [queryParamCode];
  return [{ key: queryParamCode, field: text(queryParamText ?? queryParamCode) }];
}
