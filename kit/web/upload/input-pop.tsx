import { ExpandAltOutlined } from '@ant-design/icons';
import { Button, Input, Popover, Space } from 'antd';
import { useState, type ReactNode } from 'react';

export interface InputPopProps {
  value?: string | null;
  onChange?: (value: string) => void;
  /** Of the text in the pop-up, in pixels; 150 by 200 unless told, 300 by 210 in grids. */
  width?: number;
  height?: number;
  placeholder?: string;
  disabled?: boolean;
  maxLength?: number;
  /** Name of the input for people who cannot see it. */
  label: string;
}

/** A line of text that opens to a larger one (contract §5.3 JInputPop): both are the same value. */
export function InputPop(props: InputPopProps): ReactNode {
  const { value, onChange, width = 150, height = 200, label, disabled = false } = props;
  const [isOpen, setOpen] = useState(false);
  const about = {
    value: value ?? '',
    disabled,
    onChange: (event: { target: { value: string } }) => onChange?.(event.target.value),
    ...(props.placeholder ? { placeholder: props.placeholder } : {}),
    ...(props.maxLength ? { maxLength: props.maxLength } : {}),
  };
  return (
    <Space.Compact block>
      <Input {...about} aria-label={label} />
      <Popover
        open={isOpen}
        onOpenChange={setOpen}
        trigger="click"
        placement="bottomRight"
        destroyOnHidden
        content={
          <Input.TextArea
            {...about}
            autoFocus
            aria-label={`${label}（多行）`}
            style={{ width, height, resize: 'none' }}
            onKeyDown={(event) => {
              if (event.key !== 'Escape') return;
              event.stopPropagation();
              setOpen(false);
            }}
          />
        }
      >
        <Button
          icon={<ExpandAltOutlined />}
          aria-label={`展开${label}`}
          aria-expanded={isOpen}
          disabled={disabled}
        />
      </Popover>
    </Space.Compact>
  );
}
