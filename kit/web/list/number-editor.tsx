import { Button, Input } from 'antd';
import type { ReactNode } from 'react';
import { MOST_NUMBERS } from '#kit/model/numbers.ts';
import './numbers.css';

export interface NumberEditorProps {
  /** One number a line, as it was pasted. */
  text: string;
  /** How many different ones there are. */
  count: number;
  /** Why they cannot be searched for. */
  fault: string | null;
  onChange: (text: string) => void;
  onSearch: () => void;
}

/** The many numbers that a list is searched for, to be edited. */
export function NumberEditor({ text, count, fault, onChange, onSearch }: NumberEditorProps): ReactNode {
  return (
    <div className="wb-number-editor" role="dialog" aria-label="批量查找">
      <Input.TextArea
        autoFocus
        value={text.trim() === '' ? '' : text}
        rows={10}
        aria-label="号码，每行一个"
        placeholder="每行一个，也可用逗号分隔"
        spellCheck={false}
        {...(fault ? { status: 'error' as const } : {})}
        onChange={(event) => onChange(event.target.value)}
      />
      <div className="wb-number-foot">
        <span className={fault ? 'wb-number-fault' : 'wb-number-count'} role="status">
          {fault ?? `${count} 个，最多 ${MOST_NUMBERS} 个`}
        </span>
        <Button type="primary" size="small" disabled={fault !== null} onClick={onSearch}>
          查询
        </Button>
      </div>
    </div>
  );
}
