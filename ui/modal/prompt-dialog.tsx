import { Input, Modal, type InputRef } from 'antd';
import { useId, useRef, useState, type ReactNode } from 'react';
import type { FormRule } from '#kit/model/form-rules.ts';
import { useGuardedClose } from '../page/use-guarded-close.ts';
import './modal.css';

interface PromptDialogProps {
  title: string;
  /** What is asked for. */
  label: string;
  /** Text to begin with. */
  initial?: string | undefined;
  /** The first that fails is said; none is judged before the person agrees or after it was mended. */
  rules?: readonly FormRule[];
  maxLength?: number;
  okText?: string;
  /** Takes the text, without blanks around it; the dialog is busy meanwhile, and stays until closed. */
  onOk: (text: string) => Promise<void>;
  onClose: () => void;
}

/** Asks for one text (spec §5 "Prompt dialog"): judged by the rules of whoever asks. */
export function PromptDialog({
  title,
  label,
  initial = '',
  rules = [],
  maxLength = 255,
  okText = '确定',
  onOk,
  onClose,
}: PromptDialogProps): ReactNode {
  const [text, setText] = useState(initial);
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const { setDirty, close } = useGuardedClose(onClose);
  const id = useId();
  const input = useRef<InputRef>(null);
  const judge = (value: string): string | null =>
    rules.map((rule) => rule.judge(value)).find((message) => message !== null) ?? null;
  const agree = async (): Promise<void> => {
    if (isBusy) return;
    const wrong = judge(text);
    setFault(wrong);
    if (wrong !== null) return;
    setBusy(true);
    await onOk(text.trim()).finally(() => setBusy(false));
  };
  return (
    <Modal
      open
      title={title}
      width={420}
      okText={okText}
      cancelText="取消"
      mask={{ closable: false }}
      okButtonProps={{ htmlType: 'submit', form: `${id}-form`, loading: isBusy }}
      onCancel={close}
      // The dialog takes the focus itself when it has opened.
      afterOpenChange={(shown) => {
        if (shown) input.current?.focus({ cursor: 'all' });
      }}
    >
      <form
        id={`${id}-form`}
        onSubmit={(event) => {
          event.preventDefault();
          void agree();
        }}
      >
        <label htmlFor={id}>{label}</label>
        <Input
          id={id}
          ref={input}
          value={text}
          maxLength={maxLength}
          autoComplete="off"
          {...(fault !== null ? { status: 'error' as const } : {})}
          aria-invalid={fault !== null}
          aria-describedby={fault !== null ? `${id}-fault` : undefined}
          onChange={(event) => {
            setText(event.target.value);
            setDirty(event.target.value !== initial);
            if (fault !== null) setFault(judge(event.target.value));
          }}
        />
        {fault !== null && (
          <p id={`${id}-fault`} className="wb-prompt-fault" role="alert">
            {fault}
          </p>
        )}
      </form>
    </Modal>
  );
}
