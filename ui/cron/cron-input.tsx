import { ScheduleOutlined } from '@ant-design/icons';
import { Button, Input, Space } from 'antd';
import { useEffect, useId, useRef, useState, type ReactNode, type RefObject } from 'react';
import { describeCron } from '#kit/model/cron/describe.ts';
import { parseCron } from '#kit/model/cron/parse.ts';
import { fetched } from '../fetched.tsx';
import type { CronDialogProps } from './cron-dialog.tsx';
import type { CronPreviewSource } from './cron-preview.tsx';
import './cron.css';

const CronDialog = fetched<CronDialogProps>(() => import('./cron-dialog.tsx').then((module) => module.CronDialog));

export interface CronInputProps {
  value?: string | undefined;
  onChange?: ((expression: string) => void) | undefined;
  disabled?: boolean | undefined;
  placeholder?: string | undefined;
  hideSecond?: boolean | undefined;
  hideYear?: boolean | undefined;
  /** Where the next runs come from; without one they are calculated in the browser. */
  preview?: CronPreviewSource | undefined;
  /** The moment from which the next runs are calculated, in ms since 1970; 0 = now. */
  exeStartTime?: number | undefined;
  /** Of the dialog, px; 800 by default. */
  width?: number | undefined;
  id?: string | undefined;
  onBlur?: (() => void) | undefined;
  'aria-label'?: string | undefined;
  'aria-required'?: boolean | 'true' | 'false' | undefined;
}

/** A cron expression, typed or put together in its dialog; below it what it says or lacks. */
export function CronInput(props: CronInputProps): ReactNode {
  const { value = '', onChange, disabled = false, id, onBlur } = props;
  const [isOpen, setOpen] = useState(false);
  const opener = useFocusBack(isOpen);
  const says = useId();
  const parsed = value.trim() === '' ? null : parseCron(value);
  const isWrong = parsed !== null && !parsed.ok;
  return (
    <div className="wb-cron-input">
      <Space.Compact block>
        <Input
          {...(id ? { id } : {})}
          aria-label={props['aria-label']}
          aria-required={props['aria-required']}
          aria-describedby={says}
          aria-invalid={isWrong}
          {...(isWrong ? { status: 'error' as const } : {})}
          value={value}
          placeholder={props.placeholder ?? '请输入cron表达式'}
          disabled={disabled}
          onChange={(event) => onChange?.(event.target.value)}
          {...(onBlur ? { onBlur } : {})}
        />
        <Button
          ref={opener}
          icon={<ScheduleOutlined />}
          aria-label="设置cron表达式"
          title="设置cron表达式"
          disabled={disabled}
          onClick={() => setOpen(true)}
        />
      </Space.Compact>
      <div id={says} className="wb-cron-says" data-wrong={isWrong}>
        {parsed && (parsed.ok ? describeCron(parsed.cron) : parsed.message)}
      </div>
      {isOpen && (
        <CronDialog
          value={value}
          hideSecond={props.hideSecond}
          hideYear={props.hideYear}
          preview={props.preview}
          exeStartTime={props.exeStartTime}
          width={props.width}
          onConfirm={(expression) => onChange?.(expression)}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}

/** The button that has the focus again when its dialog is gone. */
function useFocusBack(isOpen: boolean): RefObject<HTMLButtonElement | null> {
  const opener = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    const button = opener.current;
    return () => button?.focus();
  }, [isOpen]);
  return opener;
}
