import { MinusOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import type { ReactNode } from 'react';
import './stepper.css';

interface StepperProps {
  /** What is counted, and what the number is: 双人床 数量. */
  name: string;
  title: string;
  text: string;
  isWrong?: boolean;
  disabled: boolean;
  /** One less is no number that may stand there. */
  isLeast: boolean;
  onStep: (by: -1 | 1) => void;
  onText: (text: string) => void;
  onLeave: () => void;
  /** Behind the buttons. */
  children?: ReactNode;
}

/** A number with − and + beside it, for fingers and gloves. */
export function Stepper(props: StepperProps): ReactNode {
  const { name, title, text, isWrong = false, disabled, isLeast, onStep, children } = props;
  return (
    <div role="group" aria-label={`${name} ${title}`} className="wb-stepper">
      <Button
        aria-label={`${title}减一`}
        icon={<MinusOutlined aria-hidden />}
        disabled={disabled || isLeast}
        onClick={() => onStep(-1)}
      />
      <Input
        aria-label={title}
        aria-invalid={isWrong}
        {...(isWrong ? { status: 'error' as const } : {})}
        inputMode="numeric"
        enterKeyHint="done"
        autoComplete="off"
        disabled={disabled}
        value={text}
        onFocus={(event) => event.target.select()}
        onChange={({ target }) => props.onText(target.value)}
        onBlur={props.onLeave}
        onPressEnter={(event) => {
          event.preventDefault();
          event.currentTarget.blur();
        }}
      />
      <Button
        aria-label={`${title}加一`}
        icon={<PlusOutlined aria-hidden />}
        disabled={disabled}
        onClick={() => onStep(1)}
      />
      {children}
    </div>
  );
}
