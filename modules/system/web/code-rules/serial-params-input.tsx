import { Input, Select } from 'antd';
import type { ReactNode } from 'react';
import { dayIn } from '#kit/model/time.ts';
import type { EditProps } from '#kit/web/index.ts';
import { useTenantZone } from '#ui/tenant-zone.ts';
import { SERIAL_DATES, type SerialParams } from '../../model/code-rules.ts';
import { serialExample } from './serial-example.ts';
import './code-rules.css';

/** What a new rule begins with. */
export const START: SerialParams = { prefix: '', date: 'yyyyMMdd', digits: 4, start: 1 };
const DATES: Readonly<Record<(typeof SERIAL_DATES)[number], string>> = {
  '': '不带日期，一直往下编',
  yyyy: '年份，每年重新编',
  yyyyMM: '年月，每月重新编',
  yyyyMMdd: '年月日，每天重新编',
};

/** The parameters of a serial number one by one, and what the first number of today looks like. */
export function SerialParamsInput({ value, onChange, id, disabled }: EditProps): ReactNode {
  const zone = useTenantZone((now) => now.zone) || 'UTC';
  const typed = { ...START, ...readTyped(value) };
  const change = (patch: object): void => onChange?.(JSON.stringify({ ...typed, ...patch }));
  const off = { disabled: disabled ?? false };
  const example = serialExample(JSON.stringify(typed), dayIn(new Date(), zone));
  return (
    <div className="sys-serial" id={id} role="group" aria-label="规则参数">
      <label>
        前缀
        <Input
          {...off}
          maxLength={60}
          placeholder="如 CN- 或 {warehouse}-"
          value={String(typed.prefix)}
          onChange={({ target }) => change({ prefix: target.value })}
        />
      </label>
      <label>
        日期
        <Select
          {...off}
          value={typed.date}
          options={SERIAL_DATES.map((date) => ({ value: date, label: DATES[date] }))}
          onChange={(date) => change({ date })}
        />
      </label>
      <Count
        {...off}
        title="流水位数"
        value={typed.digits}
        onChange={(digits) => change({ digits })}
      />
      <Count {...off} title="起始号" value={typed.start} onChange={(start) => change({ start })} />
      <p className="sys-serial-example" role="status">
        {example === null ? (
          '参数还不完整'
        ) : (
          <>
            今天的第一个号：<b>{example}</b>
          </>
        )}
      </p>
    </div>
  );
}

/** What is no number stays as it was typed, and is refused where the rule is judged. */
const Count = (props: {
  title: string;
  value: unknown;
  disabled: boolean;
  onChange: (value: number | string) => void;
}): ReactNode => (
  <label>
    {props.title}
    <Input
      inputMode="numeric"
      maxLength={9}
      disabled={props.disabled}
      value={String(props.value)}
      onChange={({ target: { value } }) =>
        props.onChange(/^\d+$/.test(value) ? Number(value) : value)
      }
    />
  </label>
);

function readTyped(value: unknown): Partial<SerialParams> {
  try {
    const read: unknown = JSON.parse(typeof value === 'string' ? value : '{}');
    return typeof read === 'object' && read !== null ? read : {};
  } catch {
    return {};
  }
}
