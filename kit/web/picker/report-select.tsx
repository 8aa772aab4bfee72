import { useState, type ReactNode } from 'react';
import { toast } from '#ui/feedback.tsx';
import { PickedField, type PickedFormProps, type PickedLook } from '#ui/picker/picked-field.tsx';
import { remainingValues, reportFault, reportValues, splitValues, type ReportFields } from './report-fields.ts';
import type { ReportRow } from '#kit/model/report.ts';
import { ReportDialog } from './report-dialog.tsx';

export interface ReportSelectProps extends PickedFormProps, ReportFields {
  /** Destination field whose value stands here; the first of them by default. */
  field?: string | undefined;
  /** Values the report is always asked with. */
  param?: Readonly<Record<string, string>> | undefined;
  /** `column=asc` or `column=desc`. */
  sorter?: string | undefined;
  /** Whether several rows may be chosen; by default as the report says (返回类型). */
  multiple?: boolean | undefined;
  /** Between the values of several rows; a comma by default. */
  splitter?: string | undefined;
  /** px of the dialog; 1200 by default. */
  width?: number | undefined;
  /** Fields of one group ask for a report once. */
  groupId?: string | undefined;
  look?: PickedLook | undefined;
  value?: string | null | undefined;
  /**
   * What the destination fields hold: taking a value away here takes what came with it from them.
   * By default, only what was chosen here since is known.
   */
  filled?: Readonly<Record<string, string | null | undefined>> | undefined;
  /** The value of this field, and those of all destination fields that change. */
  onChange?: ((value: string | null, values: Readonly<Record<string, string>>) => void) | undefined;
  /** The chosen rows of the report. */
  onPick?: ((rows: readonly ReportRow[]) => void) | undefined;
}

/** Fills fields of a form from a row of a report (contract §5.3, JPopup). */
export function ReportSelect(props: ReportSelectProps): ReactNode {
  const { code, destFields, splitter = ',', onPick } = props;
  const [isOpen, setOpen] = useState(false);
  const [isSeveral, setSeveral] = useState(false);
  const multiple = props.multiple ?? isSeveral;
  const field = props.field ?? destFields?.split(',')[0]?.trim() ?? '';
  const { values, fill, keep } = useFilled({ ...props, multiple }, field, splitter);
  const open = (): void => {
    const fault = reportFault(props);
    if (fault) return toast.fail(fault);
    setOpen(true);
  };
  return (
    <>
      <PickedField
        {...props}
        button={null}
        multiple={multiple}
        picked={values.map((value) => ({ value, label: value }))}
        onOpen={open}
        onKeep={keep}
      />
      {isOpen && code && (
        <ReportDialog
          code={code}
          param={props.param}
          sorter={props.sorter}
          multiple={props.multiple}
          width={props.width}
          groupId={props.groupId}
          onClose={() => setOpen(false)}
          onPick={(rows) => {
            setOpen(false);
            setSeveral(rows.length > 1);
            fill(rows);
            onPick?.(rows);
          }}
        />
      )}
    </>
  );
}

/** The values that stand here, and how rows fill the fields of the form or are taken from them. */
function useFilled(props: ReportSelectProps, field: string, splitter: string) {
  const { value, filled, multiple = false } = props;
  const [last, setLast] = useState<Readonly<Record<string, string>>>({});
  const write = (values: Readonly<Record<string, string>>): void => {
    setLast(values);
    props.onChange?.(values[field] || null, values);
  };
  const fill = (rows: readonly ReportRow[]): void => write(reportValues(rows, props, splitter));
  return {
    // One row may have the splitter in its value.
    values: multiple ? [...new Set(splitValues(value, splitter))].filter(Boolean) : value ? [value] : [],
    fill,
    keep(kept: readonly string[]): void {
      if (kept.length === 0) return fill([]);
      // Of another record of the form nothing is known by what was chosen before.
      const held = filled ?? (last[field] === value ? last : {});
      write(remainingValues({ ...held, [field]: value }, props, { field, kept, splitter }));
    },
  };
}
