import { Select } from 'antd';
import { useState, type ReactNode } from 'react';
import { CRON_BOUNDS, type CronField } from '#kit/model/cron/cron.ts';
import { NumberField, type WholeNumber } from '../cells/number-field.tsx';
import { optionsOf } from './unit-options.ts';
import type { UnitChoice, UnitMode } from './unit-choice.ts';

interface ModeInputsProps {
  field: CronField;
  mode: UnitMode;
  choice: UnitChoice;
  isDisabled: boolean;
  /** Changed values; whoever changes one means its mode. */
  onChange: (change: Partial<UnitChoice>) => void;
}

/** The values of a mode, in the sentence that says it. */
export function ModeInputs(props: ModeInputsProps): ReactNode {
  const { field, mode, choice } = props;
  const value = <K extends NumberKey>(key: K, label: string): ReactNode => (
    <ValueInput {...props} of={key} label={label} />
  );
  const { unit, span } = WORDS[field];
  switch (mode) {
    case 'range':
      return (
        <>
          从 {value('rangeStart', '区间开始')} {unit}至 {value('rangeEnd', '区间结束')} {unit}
        </>
      );
    case 'loop':
      return (
        <>
          从 {value('loopStart', '循环开始')} {unit}开始，间隔 {value('loopStep', '循环间隔')} {span}
        </>
      );
    case 'workday':
      return <>本月 {value('workday', '工作日日期')} 日，最近的工作日</>;
    case 'beforeEnd':
      return <>最后一日前 {value('daysBeforeEnd', '月末前天数')} 天</>;
    case 'lastWeekday':
      return value('lastWeekday', '最后一个星期');
    case 'nthWeekday':
      return (
        <>
          第 {value('nth', '第几个')} 个 {value('nthWeekday', '第几个星期')}
        </>
      );
    case 'unset':
      return <span className="wb-cron-hint">日和周只能设置其中之一</span>;
    case 'other':
      return <code>{choice.text}</code>;
    default:
      return null;
  }
}

/** How a sentence calls a value of a unit, and a span of it. */
const WORDS: Readonly<Record<CronField, { unit: string; span: string }>> = {
  second: { unit: '秒', span: '秒' },
  minute: { unit: '分', span: '分' },
  hour: { unit: '时', span: '小时' },
  day: { unit: '日', span: '天' },
  month: { unit: '月', span: '个月' },
  week: { unit: '', span: '天' },
  year: { unit: '年', span: '年' },
};

type NumberKey = Exclude<keyof UnitChoice, 'mode' | 'specified' | 'text'>;

const WEEKDAY_KEYS: readonly NumberKey[] = ['rangeStart', 'rangeEnd', 'loopStart', 'lastWeekday', 'nthWeekday'];

interface ValueInputProps extends ModeInputsProps {
  of: NumberKey;
  label: string;
}

function ValueInput(props: ValueInputProps): ReactNode {
  const { field, choice, isDisabled, onChange, of, label } = props;
  if (field === 'week' && WEEKDAY_KEYS.includes(of))
    return (
      <Select
        className="wb-cron-weekday"
        aria-label={label}
        value={choice[of]}
        options={optionsOf('week')}
        disabled={isDisabled}
        onChange={(value) => onChange({ [of]: value })}
      />
    );
  return <ValueNumber {...props} />;
}

/** A text that is no such number stands there until another value is chosen; the unit keeps its own. */
function ValueNumber({ field, choice, isDisabled, onChange, of, label }: ValueInputProps): ReactNode {
  const { least, most } = boundsOf(field, of);
  const [wrong, setWrong] = useState<{ beside: number; typed: WholeNumber } | null>(null);
  return (
    <NumberField
      className="wb-cron-number"
      title={label}
      value={wrong?.beside === choice[of] ? wrong.typed : choice[of]}
      min={least}
      max={most}
      disabled={isDisabled}
      onChange={(value) => {
        setWrong(typeof value === 'number' ? null : { beside: choice[of], typed: value });
        if (typeof value === 'number') onChange({ [of]: value });
      }}
    />
  );
}

/** Spec §5 "Cron bounds", as far as Quartz takes them (contract §5.2). */
function boundsOf(field: CronField, key: NumberKey): { least: number; most: number } {
  const { least, most, mostStep } = CRON_BOUNDS[field];
  if (key === 'loopStep') return { least: 1, most: Math.min(mostStep, MOST_YEARS_STEP) };
  if (key === 'daysBeforeEnd') return { least: 1, most: 30 };
  if (key === 'nth') return { least: 1, most: 5 };
  return { least, most };
}

const MOST_YEARS_STEP = 99;
