import { useState, type ReactNode } from 'react';
import { say } from '../feedback.tsx';
import { PickedField, type PickedFormProps, type PickedLook } from './picked-field.tsx';
import { readKeys, writeKeys } from './picked-values.ts';
import { reportFault, reportValues, type ReportFields } from './report-fields.ts';
import { ReportDialog, type ReportRow } from './report-dialog.tsx';

export interface ReportSelectProps extends PickedFormProps, ReportFields {
  /** Destination field whose value stands here; the first of them unless told. */
  field?: string | undefined;
  /** Values the report is always asked with. */
  param?: Readonly<Record<string, string>> | undefined;
  /** `column=asc` or `column=desc`. */
  sorter?: string | undefined;
  multiple?: boolean | undefined;
  /** Between the values of several rows; a comma unless told. */
  splitter?: string | undefined;
  /** px of the dialog; 1200 unless told. */
  width?: number | undefined;
  /** Fields of one group ask for a report once. */
  groupId?: string | undefined;
  look?: PickedLook | undefined;
  value?: string | null | undefined;
  /** The value of this field, and those of all destination fields. */
  onChange?: ((value: string | null, values: Readonly<Record<string, string>>) => void) | undefined;
  /** The chosen rows of the report. */
  onPick?: ((rows: readonly ReportRow[]) => void) | undefined;
}

/** Fills fields of a form from a row of a report (contract §5.3, JPopup). */
export function ReportSelect(props: ReportSelectProps): ReactNode {
  const { code, destFields, multiple = false, splitter = ',', onChange, onPick } = props;
  const [isOpen, setOpen] = useState(false);
  const field = props.field ?? destFields?.split(',')[0]?.trim() ?? '';
  const values = splitter === ',' ? readKeys(props.value) : (props.value ?? '').split(splitter);
  const open = (): void => {
    const fault = reportFault(props);
    if (fault) return say.fail(fault);
    setOpen(true);
  };
  const change = (rows: readonly ReportRow[]): void => {
    const filled = reportValues(rows, props, splitter);
    onChange?.(filled[field] || null, filled);
  };
  return (
    <>
      <PickedField
        {...props}
        button={null}
        multiple={multiple}
        picked={values.filter(Boolean).map((value) => ({ value, label: value }))}
        onOpen={open}
        onKeep={(kept) =>
          kept.length === 0
            ? change([])
            : onChange?.(writeKeys(kept), { [field]: kept.join(splitter) })
        }
      />
      {isOpen && code && (
        <ReportDialog
          code={code}
          param={props.param}
          sorter={props.sorter}
          multiple={multiple}
          width={props.width}
          groupId={props.groupId}
          onClose={() => setOpen(false)}
          onPick={(rows) => {
            setOpen(false);
            change(rows);
            onPick?.(rows);
          }}
        />
      )}
    </>
  );
}
