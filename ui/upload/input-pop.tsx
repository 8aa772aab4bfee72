import { ExpandAltOutlined } from '@ant-design/icons';
import { Button, Input, Popover, Space, type GetRef } from 'antd';
import { useRef, useState, type ReactNode } from 'react';
import { INPUT_POP_HEIGHT, INPUT_POP_WIDTH, POPOVER_ROOM_BELOW } from '#kit/model/limits.ts';

export interface InputPopProps {
  value?: string | null;
  onChange?: (value: string) => void;
  /** Of the text in the pop-up, in pixels; 150 by 200 by default, 300 by 210 in grids. */
  width?: number;
  height?: number;
  placeholder?: string;
  disabled?: boolean;
  maxLength?: number;
  /** Name of the input for people who cannot see it. */
  label: string;
  /** Of the line, where a label elsewhere names it. */
  id?: string;
}

/**
 * A line of text that opens to a larger one (contract §5.3 JInputPop): both are the same value. A
 * click elsewhere keeps what was typed, Escape brings back what stood there before.
 */
export function InputPop(props: InputPopProps): ReactNode {
  const { value, onChange, width = INPUT_POP_WIDTH, height = INPUT_POP_HEIGHT, label, disabled = false } = props;
  const [isOpen, setOpen] = useState(false);
  const [isAbove, setAbove] = useState(false);
  const before = useRef('');
  const button = useRef<HTMLButtonElement>(null);
  const large = useRef<GetRef<typeof Input.TextArea>>(null);
  const turn = (opens: boolean): void => {
    const place = button.current?.getBoundingClientRect();
    if (opens && place) setAbove(window.innerHeight - place.bottom <= POPOVER_ROOM_BELOW);
    if (opens) before.current = value ?? '';
    setOpen(opens);
  };
  const about = {
    value: value ?? '',
    disabled,
    onChange: (event: { target: { value: string } }) => onChange?.(event.target.value),
    ...(props.placeholder ? { placeholder: props.placeholder } : {}),
    ...(props.maxLength ? { maxLength: props.maxLength } : {}),
  };
  return (
    <Space.Compact block>
      <Input {...about} {...(props.id ? { id: props.id } : { 'aria-label': label })} />
      <Popover
        open={isOpen}
        onOpenChange={turn}
        trigger="click"
        placement={isAbove ? 'topRight' : 'bottomRight'}
        destroyOnHidden
        // Until it stands in its place it takes no focus.
        afterOpenChange={(opened) => opened && large.current?.focus()}
        content={
          <Input.TextArea
            {...about}
            ref={large}
            aria-label={`${label}（多行）`}
            style={{ width, height, resize: 'none' }}
            onKeyDown={(event) => {
              if (event.key !== 'Escape') return;
              event.stopPropagation();
              if ((value ?? '') !== before.current) onChange?.(before.current);
              setOpen(false);
              button.current?.focus();
            }}
          />
        }
      >
        <Button
          ref={button}
          icon={<ExpandAltOutlined />}
          aria-label={`展开${label}`}
          aria-expanded={isOpen}
          disabled={disabled}
        />
      </Popover>
    </Space.Compact>
  );
}
