import { useState, type ReactNode } from 'react';
import {
  PickedField,
  readKeys,
  writeKeys,
  type PickedFormProps,
  type PickedLook,
} from '#kit/web/index.ts';
import { departsIn, useDeparts, type Depart } from '../use-departs.ts';
import { DepartDialog } from './depart-dialog.tsx';

export interface DepartSelectProps extends PickedFormProps {
  multiple?: boolean | undefined;
  /** px of the dialog; 500 by default. */
  modalWidth?: number | undefined;
  /** Whether the first level of the tree is open; it is by default. */
  rootOpened?: boolean | undefined;
  /** Field of a department that is stored; `id` by default. */
  store?: string | undefined;
  /** Field that is shown; `departName` by default. */
  text?: string | undefined;
  treeOpera?: boolean | undefined;
  look?: PickedLook | undefined;
  /** Stored values, joined by commas. */
  value?: string | null | undefined;
  onChange?: ((value: string | null) => void) | undefined;
  /** What is chosen now, with its names. */
  onBack?: ((back: { value: string; text: string }[]) => void) | undefined;
}

/** Chooses departments in a tree (contract §5.3, JSelectDepart). */
export function DepartSelect(props: DepartSelectProps): ReactNode {
  const { multiple = false, store = 'id', text = 'departName', look, onChange } = props;
  const [isOpen, setOpen] = useState(false);
  const departs = useDeparts();
  const all = departsIn(departs.data ?? []);
  const textOf = (one: Depart): string => String(one[text] ?? one.departName);
  const byStored = new Map(all.map((one) => [String(one[store]), one]));
  const keys = readKeys(props.value);
  const write = (back: { value: string; text: string }[]): void => {
    onChange?.(writeKeys(back.map((one) => one.value)));
    props.onBack?.(back);
  };
  const nameOf = (key: string): string => {
    const known = byStored.get(key);
    return known ? textOf(known) : departs.isPending ? '加载中…' : key;
  };
  return (
    <>
      <PickedField
        {...props}
        multiple={multiple}
        button={look === 'cell' ? null : '选择'}
        placeholder={props.placeholder ?? '请选择部门'}
        isLoading={departs.isPending && keys.length > 0}
        picked={keys.map((value) => ({ value, label: nameOf(value) }))}
        onOpen={() => setOpen(true)}
        onKeep={(kept) => write(kept.map((value) => ({ value, text: nameOf(value) })))}
      />
      {isOpen && (
        <DepartDialog
          selected={keys.flatMap((key) => byStored.get(key)?.id ?? [])}
          multiple={multiple}
          width={props.modalWidth}
          rootOpened={props.rootOpened ?? true}
          treeOpera={props.treeOpera ?? false}
          onClose={() => setOpen(false)}
          onPick={(chosen) => {
            setOpen(false);
            write(chosen.map((one) => ({ value: String(one[store]), text: textOf(one) })));
          }}
        />
      )}
    </>
  );
}
