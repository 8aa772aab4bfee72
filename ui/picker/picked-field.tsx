import { Button, Select, Space } from 'antd';
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react';
import { PICKER_CHARACTERS } from '#kit/model/limits.ts';
import { inputProps, type EditProps } from '../cells/faces.ts';
import { cutText } from './picked-values.ts';
import './picker.css';

/** A chosen thing: its key and what it is called. */
export interface Picked {
  value: string;
  label: string;
}

/** What every field over a dialog takes from its form. */
export interface PickedFormProps extends Pick<
  EditProps,
  'id' | 'disabled' | 'aria-required' | 'aria-invalid' | 'aria-describedby'
> {
  'aria-label'?: string | undefined;
  placeholder?: string | undefined;
}

/** How such a field looks: in a form, or without a frame in the cell of a grid. */
export type PickedLook = 'form' | 'cell';

export interface PickedFieldProps extends PickedFormProps {
  picked: readonly Picked[];
  multiple: boolean;
  /** Text of the button beside it; null: the field itself opens the dialog. */
  button: string | null;
  look?: PickedLook | undefined;
  isLoading?: boolean | undefined;
  /** Characters of a name that are shown; -1 = all of it. */
  ellipsisLength?: number | undefined;
  onOpen: () => void;
  /** Some were taken away here, without the dialog. */
  onKeep: (values: readonly string[]) => void;
}

const OPENING_KEYS = new Set(['Enter', ' ', 'ArrowDown']);

/**
 * Shows what was chosen in a dialog, never typed: names with a cross each, a button beside it. A
 * click, Enter, blank or the arrow downwards open the dialog.
 */
export function PickedField(props: PickedFieldProps): ReactNode {
  const { button, disabled = false, look = 'form', onOpen } = props;
  const field = <PickedNames {...props} />;
  if (button === null)
    return (
      <span className="wb-picked" data-look={look}>
        {field}
      </span>
    );
  return (
    <Space.Compact className="wb-picked">
      {field}
      <Button disabled={disabled} onClick={onOpen}>
        {button}
      </Button>
    </Space.Compact>
  );
}

function PickedNames({
  picked,
  multiple,
  look = 'form',
  isLoading = false,
  ellipsisLength = PICKER_CHARACTERS,
  disabled = false,
  placeholder = '请选择',
  onOpen,
  onKeep,
  ...props
}: PickedFieldProps): ReactNode {
  const shown = picked.map(({ value, label }) => ({
    value,
    label: <span title={label}>{cutText(label, ellipsisLength)}</span>,
  }));
  const openByClick = (event: MouseEvent): void => {
    if (!disabled && !isCross(event.target)) onOpen();
  };
  const openByKey = (event: KeyboardEvent): void => {
    if (disabled || !OPENING_KEYS.has(event.key) || event.ctrlKey || event.metaKey) return;
    // Neither the form nor the page shall take the key.
    event.preventDefault();
    event.stopPropagation();
    onOpen();
  };
  return (
    <Select
      {...inputProps(props)}
      aria-label={props['aria-label']}
      aria-haspopup="dialog"
      className="wb-picked-names"
      variant={look === 'cell' ? 'borderless' : 'outlined'}
      {...(multiple ? { mode: 'multiple' as const, maxTagCount: 'responsive' as const } : {})}
      labelInValue
      open={false}
      showSearch={false}
      suffixIcon={null}
      allowClear
      loading={isLoading}
      disabled={disabled}
      placeholder={disabled ? '' : placeholder}
      value={multiple ? shown : (shown[0] ?? null)}
      onClick={openByClick}
      onKeyDown={openByKey}
      onChange={(next: { value: string } | { value: string }[] | null | undefined) =>
        onKeep(asList(next).map((one) => one.value))
      }
    />
  );
}

/** The cross of a name, or the one that takes all away. */
const isCross = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('[class*="-remove"], [class*="-clear"]') !== null;

const asList = <T,>(value: T | T[] | null | undefined): T[] => (Array.isArray(value) ? value : value ? [value] : []);
