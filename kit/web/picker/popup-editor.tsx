import type { ReactNode } from 'react';
import { inputProps } from '#ui/cells/faces.ts';
import type { CellEditProps } from '#ui/grid/cell-registry.ts';
import { DialogCell } from '#ui/grid/dialog-cell.tsx';
import { ReportSelect } from './report-select.tsx';

/** Chooses a row of a report, which fills this cell and others of its row. */
export function PopupCellEdit({
  column,
  name,
  value,
  opensAtOnce = false,
  onChange,
  onFill,
  ...props
}: CellEditProps): ReactNode {
  const { popupCode, orgFields, destFields, param, sorter, fieldExtendJson } = column;
  return (
    <DialogCell opensAtOnce={opensAtOnce}>
      <ReportSelect
        {...inputProps(props)}
        look="cell"
        field={name}
        code={popupCode}
        orgFields={orgFields}
        destFields={destFields}
        param={param}
        sorter={sorter}
        multiple={fieldExtendJson?.multiSelect}
        value={typeof value === 'string' ? value : null}
        onChange={(next, values) => {
          onFill(values);
          onChange?.(next);
        }}
      />
    </DialogCell>
  );
}
