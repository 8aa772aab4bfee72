import { useIsFetching } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { DialogCell, keyOf, queryClient, writeKeys, type CellEditProps } from '#kit/web/index.ts';
import { colleague } from '../model/colleague.ts';
import { DepartSelect } from './pickers/depart-select.tsx';
import { UserByDepartSelect } from './pickers/people-selects.tsx';

/** What a field over a dialog takes from the grid: the label points at it. */
const fieldProps = (props: CellEditProps) => ({
  ...(props.id ? { id: props.id } : {}),
  disabled: props.disabled,
  'aria-required': props['aria-required'],
  'aria-invalid': props['aria-invalid'],
  'aria-describedby': props['aria-describedby'],
});

const heldKeys = ({ value }: CellEditProps): string | null => (typeof value === 'string' ? value : null);

/** Chooses people beside the tree of departments; stores accounts, or ids where asked. */
export function UserCellEdit(props: CellEditProps): ReactNode {
  const { store, text = 'realname', multiSelect } = props.column.fieldExtendJson ?? {};
  const stored = store === 'id' ? 'id' : 'username';
  const request = { queryKey: keyOf(colleague, 'stored') };
  // Drawn again once the field knows its people: a dialog opened before would not tick them.
  useIsFetching(request);
  return (
    <DialogCell opensAtOnce={props.opensAtOnce ?? false} isReady={() => queryClient.isFetching(request) === 0}>
      <UserByDepartSelect
        {...fieldProps(props)}
        opener="cell"
        store={stored}
        text={text}
        {...(multiSelect === undefined ? {} : { multiple: multiSelect })}
        value={heldKeys(props)}
        onChange={(next) => props.onKeys(next)}
        onPick={(rows) => {
          const chosen = rows.map((row) => ({
            value: String(row[stored]),
            text: String(row[text] ?? row[stored]),
          }));
          props.onKeys(writeKeys(chosen.map(({ value }) => value)), chosen);
        }}
      />
    </DialogCell>
  );
}

/** Chooses departments in their tree; stores ids, or codes where asked. */
export function DepartCellEdit(props: CellEditProps): ReactNode {
  const { store, text, multiSelect } = props.column.fieldExtendJson ?? {};
  return (
    <DialogCell opensAtOnce={props.opensAtOnce ?? false} isReady={() => true}>
      <DepartSelect
        {...fieldProps(props)}
        look="cell"
        store={store}
        text={text}
        multiple={multiSelect}
        value={heldKeys(props)}
        onChange={(next) => props.onKeys(next)}
        onBack={(chosen) => props.onKeys(writeKeys(chosen.map(({ value }) => value)), chosen)}
      />
    </DialogCell>
  );
}
