import { Button, Input, Select } from 'antd';
import type { ReactNode } from 'react';
import { MOST_OPTIONS, type ProductOption } from '../model/variants.ts';
import './catalog.css';

/** In what the SKUs of a product differ: a name, and the values there are of it. */
export function OptionEditor({
  options,
  disabled,
  onChange,
}: {
  options: readonly ProductOption[];
  disabled: boolean;
  onChange: (options: readonly ProductOption[]) => void;
}): ReactNode {
  const set = (at: number, patch: Partial<ProductOption>): void =>
    onChange(options.map((option, index) => (index === at ? { ...option, ...patch } : option)));
  return (
    <div className="ct-options">
      {options.map(({ name, values }, at) => (
        <div key={at} className="ct-option">
          <Input
            className="ct-option-name"
            aria-label={`规格 ${at + 1} 名称`}
            placeholder="如 颜色"
            maxLength={20}
            disabled={disabled}
            value={name}
            onChange={({ target }) => set(at, { name: target.value })}
          />
          <Select
            mode="tags"
            className="ct-option-values"
            aria-label={`规格 ${at + 1} 的值`}
            placeholder="输入一个值后按回车，如 白"
            tokenSeparators={[',', '，', '、', ';', '；']}
            open={false}
            suffixIcon={null}
            disabled={disabled}
            value={[...values]}
            onChange={(next: string[]) => set(at, { values: next.map((value) => value.trim()).filter(Boolean) })}
          />
          <Button disabled={disabled} onClick={() => onChange(options.filter((_, index) => index !== at))}>
            删除
          </Button>
        </div>
      ))}
      {options.length < MOST_OPTIONS && (
        <Button
          className="ct-option-more"
          disabled={disabled}
          onClick={() => onChange([...options, { name: '', values: [] }])}
        >
          新增规格
        </Button>
      )}
    </div>
  );
}
