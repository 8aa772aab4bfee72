import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { useState, type ReactNode } from 'react';
import { checkAgainst } from '#kit/model/check-rule.ts';
import type { EditProps } from '#kit/web/index.ts';
import { readCheckParts } from '../../model/code-rules.ts';
import { readRecords, type TypedPart } from './typed-parts.ts';
import './code-rules.css';

const EMPTY: TypedPart = { digits: '*', pattern: '', message: '' };

/** The parts of a check, one below the other in the order in which they are judged, and a value to try. */
export function CheckPartsInput({ value, onChange, id, disabled }: EditProps): ReactNode {
  const parts = readRecords(value);
  const keep = (next: readonly TypedPart[]): void => onChange?.(JSON.stringify(next));
  const change = (at: number, patch: Partial<TypedPart>): void =>
    keep(parts.map((part, index) => (index === at ? { ...part, ...patch } : part)));
  const move = (at: number, to: number): void => {
    const next = [...parts];
    next.splice(to, 0, ...next.splice(at, 1));
    keep(next);
  };
  return (
    <div className="sys-parts" id={id} role="group" aria-label="规则内容">
      {parts.map((part, at) => (
        // Parts have nothing that stays but their place.
        <div key={at} className="sys-part" role="group" aria-label={`第 ${at + 1} 段`}>
          <Input
            aria-label="位数"
            className="sys-part-digits"
            placeholder="位数"
            value={part.digits}
            disabled={disabled ?? false}
            onChange={({ target }) => change(at, { digits: target.value })}
          />
          <Input
            aria-label="正则"
            placeholder="正则，如 [A-Z]+"
            value={part.pattern}
            disabled={disabled ?? false}
            onChange={({ target }) => change(at, { pattern: target.value })}
          />
          <Input
            aria-label="提示文字"
            placeholder="不符时的提示"
            value={part.message}
            disabled={disabled ?? false}
            onChange={({ target }) => change(at, { message: target.value })}
          />
          <span className="sys-part-acts">
            <Button
              type="text"
              aria-label="上移"
              icon={<ArrowUpOutlined />}
              disabled={disabled || at === 0}
              onClick={() => move(at, at - 1)}
            />
            <Button
              type="text"
              aria-label="下移"
              icon={<ArrowDownOutlined />}
              disabled={disabled || at === parts.length - 1}
              onClick={() => move(at, at + 1)}
            />
            <Button
              type="text"
              danger
              aria-label="删除"
              icon={<DeleteOutlined />}
              disabled={disabled ?? false}
              onClick={() => keep(parts.filter((_, index) => index !== at))}
            />
          </span>
        </div>
      ))}
      <Button type="dashed" disabled={disabled ?? false} onClick={() => keep([...parts, EMPTY])}>
        新增一段
      </Button>
      <Trial stored={typeof value === 'string' ? value : ''} />
    </div>
  );
}

/** What the rule says of a value, before anybody meets it in a form. */
function Trial({ stored }: { stored: string }): ReactNode {
  const [text, setText] = useState('');
  const parts = readCheckParts(stored);
  const fault = typeof parts === 'string' ? parts : checkAgainst(parts, text)?.message;
  return (
    <div className="sys-trial">
      <Input
        aria-label="试一试"
        placeholder="试一试：输入一个编码"
        value={text}
        maxLength={200}
        onChange={({ target }) => setText(target.value)}
      />
      <span role="status">
        {text !== '' &&
          (fault === undefined ? (
            <span className="sys-trial-good">通过</span>
          ) : (
            <span className="sys-trial-bad">{fault}</span>
          ))}
      </span>
    </div>
  );
}
