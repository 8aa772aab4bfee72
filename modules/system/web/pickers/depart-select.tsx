import { useState, type ReactNode } from 'react';
import { PickedField, readKeys, writeKeys, type PickedFormProps, type PickedLook } from '#kit/web/index.ts';
import { useDepartNames } from '../use-departs.ts';
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
  const keys = readKeys(props.value);
  const names = useDepartNames(store, keys);
  /** What was chosen here, by a name that nobody else is asked for. */
  const [picked, setPicked] = useState<Readonly<Record<string, string>>>({});
  const write = (back: { value: string; text: string }[]): void => {
    onChange?.(writeKeys(back.map((one) => one.value)));
    props.onBack?.(back);
  };
  const nameOf = (key: string): string =>
    picked[key] ?? names.data?.[keys.indexOf(key)] ?? (names.isLoading ? '加载中…' : key);
  return (
    <>
      <PickedField
        {...props}
        multiple={multiple}
        button={look === 'cell' ? null : '选择'}
        placeholder={props.placeholder ?? '请选择部门'}
        isLoading={names.isLoading}
        picked={keys.map((value) => ({ value, label: nameOf(value) }))}
        onOpen={() => setOpen(true)}
        onKeep={(stored) => write(stored.map((value) => ({ value, text: nameOf(value) })))}
      />
      {isOpen && (
        <DepartDialog
          selected={keys}
          store={store}
          text={text}
          multiple={multiple}
          width={props.modalWidth}
          rootOpened={props.rootOpened ?? true}
          treeOpera={props.treeOpera ?? false}
          onClose={() => setOpen(false)}
          onPick={(chosen) => {
            setOpen(false);
            setPicked(Object.fromEntries(chosen.map((one) => [one.value, one.text])));
            write(chosen);
          }}
        />
      )}
    </>
  );
}
