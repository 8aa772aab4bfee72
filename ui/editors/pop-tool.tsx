import { Popover } from 'antd';
import { useRef, useState, type ReactNode } from 'react';
import { ToolButton } from './toolbar.tsx';

/** A tool that asks something in a small dialog below its button; Escape leads back to the button. */
export function PopTool({
  label,
  icon,
  isOn,
  className,
  children,
}: {
  /** Of the button and of the dialog. */
  label: string;
  icon: ReactNode;
  isOn?: boolean;
  className: string;
  /** What is asked; `close` once it is answered. */
  children: (close: () => void) => ReactNode;
}): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <Popover
      open={isOpen}
      onOpenChange={setOpen}
      trigger="click"
      destroyOnHidden
      content={
        // eslint-disable-next-line jsx-a11y/interactive-supports-focus -- what is in it takes the focus
        <div
          role="dialog"
          aria-label={label}
          className={className}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            event.stopPropagation();
            setOpen(false);
            button.current?.focus();
          }}
        >
          {children(() => setOpen(false))}
        </div>
      }
    >
      <ToolButton
        ref={button}
        label={label}
        icon={icon}
        {...(isOn === undefined ? {} : { isOn })}
        isOpen={isOpen}
        onUse={() => setOpen(!isOpen)}
      />
    </Popover>
  );
}
