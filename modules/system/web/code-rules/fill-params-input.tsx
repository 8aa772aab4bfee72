import { useQuery } from '@tanstack/react-query';
import { Form, Input, Select } from 'antd';
import { useEffect, useState, type ReactNode } from 'react';
import { fetchRoute, NumberField, useDebounced, type EditProps, type WholeNumber } from '#kit/web/index.ts';
import { NO_PARAMS, readSerialParams, SERIAL_DATES, type SerialParams } from '../../model/code-rules.ts';
import { fillCalls } from '../../model/routes/dictionary.ts';
import './code-rules.css';

/** While somebody types, nothing is asked. */
const REST_MS = 300;

/** What a new rule begins with. */
export const START: SerialParams = { prefix: '', date: 'yyyyMMdd', digits: 4, start: 1 };
const DATES: Readonly<Record<(typeof SERIAL_DATES)[number], string>> = {
  '': '不带日期，一直往下编',
  yyyy: '年份，每年重新编',
  yyyyMM: '年月，每月重新编',
  yyyyMMdd: '年月日，每天重新编',
};

/** The parameters of a rule; one that numbers a tree has none. */
export function FillParamsInput(props: EditProps): ReactNode {
  const { onChange, value } = props;
  // As chosen in the form: the row is the one that is stored, and none while one is added.
  const form = Form.useFormInstance();
  const kind: unknown = Form.useWatch('kind', form) ?? props.row?.['kind'] ?? 'serial';
  const code: unknown = Form.useWatch('code', form) ?? props.row?.['code'] ?? '';
  const isSerial = kind === 'serial';
  const isBare = value === NO_PARAMS;
  useEffect(() => {
    if (isSerial === isBare) onChange?.(isSerial ? JSON.stringify(START) : NO_PARAMS);
  }, [isSerial, isBare, onChange]);
  if (isSerial) return <SerialParamsInput {...props} code={String(code)} />;
  return <span id={props.id}>按表单中的上级（parentId）接着编，没有参数</span>;
}

/** The parameters of a serial number one by one, and the numbers that would come next. */
function SerialParamsInput({ value, onChange, id, disabled, code }: EditProps & { code: string }): ReactNode {
  const typed = { ...START, ...readTyped(value) };
  const change = (patch: object): void => onChange?.(JSON.stringify({ ...typed, ...patch }));
  const off = { disabled: disabled ?? false };
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
        min={1}
        max={12}
        value={typed.digits}
        onChange={(digits) => change({ digits })}
      />
      <Count
        {...off}
        title="起始号"
        min={0}
        max={999_999_999}
        value={typed.start}
        onChange={(start) => change({ start })}
      />
      <p className="sys-serial-example" role="status">
        <Preview stored={JSON.stringify(typed)} code={code} />
      </p>
    </div>
  );
}

/** The three numbers that would come next, as the counter stands; none of them is taken. */
function Preview({ stored, code }: { stored: string; code: string }): ReactNode {
  const params = readSerialParams(stored);
  const fault = typeof params === 'string' ? params : null;
  const request = useDebounced(JSON.stringify([code, stored]), REST_MS);
  const { data, error } = useQuery({
    queryKey: ['serial-preview', request],
    queryFn: () => fetchRoute(fillCalls.preview, { query: { ruleCode: code, ruleParams: stored } }),
    enabled: fault === null && request === JSON.stringify([code, stored]),
  });
  if (fault !== null) return <span className="sys-trial-bad">{fault}</span>;
  if (error) return <span className="sys-trial-bad">{error.message}</span>;
  return (
    <>
      接下来的三个号：<b>{data?.join('、') ?? '…'}</b>
    </>
  );
}

/** What is no number stays as it was typed, and is refused where the rule is judged. */
function Count({ title, value, min, max, disabled, onChange }: CountProps): ReactNode {
  const [typed, setTyped] = useState<WholeNumber>(null);
  return (
    <div className="sys-serial-part">
      <span aria-hidden>{title}</span>
      <NumberField
        title={title}
        min={min}
        max={max}
        disabled={disabled}
        value={typeof value === 'number' ? value : typed}
        onChange={(next) => {
          setTyped(next);
          onChange(typeof next === 'number' ? next : '');
        }}
      />
    </div>
  );
}

interface CountProps {
  title: string;
  value: unknown;
  min: number;
  max: number;
  disabled: boolean;
  onChange: (value: number | string) => void;
}

function readTyped(value: unknown): Partial<SerialParams> {
  try {
    const read: unknown = JSON.parse(typeof value === 'string' ? value : '{}');
    return typeof read === 'object' && read !== null ? read : {};
  } catch {
    return {};
  }
}
