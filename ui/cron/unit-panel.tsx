import { Button, Checkbox, Radio, Select } from 'antd';
import type { ReactNode } from 'react';
import { CRON_BOUNDS, type CronField } from '#kit/model/cron/cron.ts';
import { CRON_YEARS_AHEAD } from '#kit/model/limits.ts';
import { ModeInputs } from './mode-inputs.tsx';
import { optionsOf } from './unit-options.ts';
import { UNIT_MODES, type UnitChoice, type UnitMode } from './unit-choice.ts';

interface UnitPanelProps {
  field: CronField;
  choice: UnitChoice;
  onChoose: (choice: UnitChoice) => void;
  thisYear: number;
  /** The week is set, so the day cannot be: how to set the day instead. */
  onDayInstead?: (() => void) | undefined;
}

/** A tab of the dialog: the modes of a unit, one of which is on. */
export function UnitPanel(props: UnitPanelProps): ReactNode {
  const { field, choice, onChoose, onDayInstead } = props;
  const isDisabled = onDayInstead !== undefined;
  const modes = UNIT_MODES[field];
  // What was there before a tab was touched can be had again.
  const shown = choice.text === '' ? modes : [...modes, 'other' as const];
  return (
    <div className="wb-cron-panel">
      {onDayInstead && (
        <p className="wb-cron-instead">
          已按周设置，日为 ?
          <Button type="link" size="small" onClick={onDayInstead}>
            改为按日设置
          </Button>
        </p>
      )}
      <Radio.Group
        className="wb-cron-modes"
        aria-label={CRON_BOUNDS[field].title}
        value={choice.mode}
        disabled={isDisabled}
        onChange={(event) => onChoose({ ...choice, mode: event.target.value as UnitMode })}
      >
        {shown.map((mode) => (
          <div key={mode} className="wb-cron-mode">
            <Radio value={mode}>{titleOf(field, mode)}</Radio>
            <ModeInputs
              field={field}
              mode={mode}
              choice={choice}
              isDisabled={isDisabled}
              onChange={(change) => onChoose({ ...choice, ...change, mode })}
            />
          </div>
        ))}
      </Radio.Group>
      {choice.mode === 'specify' && <Specified {...props} />}
    </div>
  );
}

const TITLES: Readonly<Record<Exclude<UnitMode, 'every'>, string>> = {
  unset: '不设置',
  range: '区间',
  loop: '循环',
  workday: '工作日',
  last: '最后一日',
  lastWorkday: '最后一个工作日',
  beforeEnd: '月末之前',
  lastWeekday: '本月最后一个',
  nthWeekday: '本月第几个',
  specify: '指定',
  other: '自定义',
};

const titleOf = (field: CronField, mode: UnitMode): string =>
  mode === 'every' ? `每${CRON_BOUNDS[field].title}` : TITLES[mode];

/** The values that a list names; years, being many, in a select. */
function Specified({ field, choice, onChoose, thisYear }: UnitPanelProps): ReactNode {
  const title = `指定${CRON_BOUNDS[field].title}`;
  const choose = (specified: number[]): void => onChoose({ ...choice, specified });
  if (field === 'year') {
    const years = Array.from({ length: CRON_YEARS_AHEAD + 1 }, (_, index) => thisYear + index);
    const all = [...new Set([...choice.specified, ...years])].toSorted((a, b) => a - b);
    return (
      <Select
        className="wb-cron-years"
        mode="multiple"
        aria-label={title}
        value={[...choice.specified]}
        options={all.map((year) => ({ value: year, label: `${year}` }))}
        onChange={choose}
      />
    );
  }
  return (
    <div role="group" aria-label={title}>
      <Checkbox.Group
        className={`wb-cron-values wb-cron-values-${field}`}
        value={[...choice.specified]}
        options={optionsOf(field)}
        onChange={choose}
      />
    </div>
  );
}
