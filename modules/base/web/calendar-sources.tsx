import { Button, Form, Input, Select } from 'antd';
import { useState, type ReactNode } from 'react';
import { link } from '#kit/model/field.ts';
import { cellOf, fetchRow, toast, toastError, tenantDay } from '#kit/web/index.ts';
import { HOLIDAY_PRESETS } from '../model/holidays.ts';
import { warehouse } from '../model/warehouse.ts';
import { readDays } from '../model/work-calendar.ts';
import { typedCalendar, type TypedCalendar } from './typed-calendar.ts';

interface SourcesProps {
  calendar: TypedCalendar;
  onPut: (more: Partial<TypedCalendar>) => void;
}

const YEARS_AHEAD = 3;
const FROM = link('从其他仓库复制', 'base:warehouse');
const WarehouseInput = cellOf('link').Edit;

/** Other ways to holidays, and days that make up for them, than by clicking: computed ones, a list that is pasted, another warehouse. */
export function CalendarSources({ calendar, onPut }: SourcesProps): ReactNode {
  const take = async (id: unknown): Promise<void> => {
    if (typeof id !== 'string' || id === '') return;
    try {
      const from = await fetchRow(warehouse, id);
      onPut(typedCalendar(from.calendar));
      toast.done(`已复制 ${from.name} 的工作日历，保存后生效`);
    } catch (error) {
      toastError(error);
    }
  };
  return (
    <div className="ba-sources">
      <Presets calendar={calendar} onPut={onPut} />
      <PastedDays calendar={calendar} onPut={onPut} />
      <WarehouseInput
        field={FROM}
        name="copyFrom"
        value={null}
        placeholder="从其他仓库复制"
        onChange={(id) => void take(id)}
      />
    </div>
  );
}

function Presets({ calendar, onPut }: SourcesProps): ReactNode {
  const thisYear = Number(tenantDay().slice(0, 4));
  const form = Form.useFormInstance<Record<string, unknown>>();
  const [country, setCountry] = useState(() => {
    const own: unknown = form.getFieldValue('country');
    return typeof own === 'string' && own in HOLIDAY_PRESETS ? own : 'US';
  });
  const [year, setYear] = useState(thisYear);
  const ofYear = calendar.holidays.filter((day) => day.startsWith(`${year}-`)).length;
  const add = (): void => {
    const days = HOLIDAY_PRESETS[country]?.of(year).map(({ day }) => day) ?? [];
    onPut({ holidays: [...calendar.holidays, ...days] });
  };
  return (
    <div className="ba-source">
      <Select
        aria-label="节假日"
        value={country}
        options={Object.entries(HOLIDAY_PRESETS).map(([value, { title }]) => ({
          value,
          label: title,
        }))}
        onChange={setCountry}
      />
      <Select
        aria-label="年份"
        value={year}
        options={Array.from({ length: YEARS_AHEAD }, (_, at) => ({
          value: thisYear + at,
          label: `${thisYear + at}年`,
        }))}
        onChange={setYear}
      />
      <Button onClick={add}>填入节假日</Button>
      {ofYear > 0 && (
        <Button
          type="link"
          onClick={() => onPut({ holidays: calendar.holidays.filter((day) => !day.startsWith(`${year}-`)) })}
        >
          清空{year}年的 {ofYear} 天
        </Button>
      )}
    </div>
  );
}

function PastedDays({ calendar, onPut }: SourcesProps): ReactNode {
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const add = (kind: 'holidays' | 'makeups'): void => {
    const { days, wrong } = readDays(text);
    setFault(wrong.length > 0 ? `不是日期：${wrong.slice(0, 3).join('、')}` : null);
    if (days.length > 0) onPut({ [kind]: [...calendar[kind], ...days] });
    if (wrong.length === 0) setText('');
    else setText(wrong.join(' '));
  };
  return (
    <div>
      <div className="ba-source">
        <Input.TextArea
          aria-label="粘贴日期"
          autoSize={{ minRows: 1, maxRows: 4 }}
          status={fault ? 'error' : ''}
          placeholder="输入或粘贴日期，如 2026-10-01 2026/10/2（中国的节假日每年公布，请粘贴）"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button disabled={text.trim() === ''} onClick={() => add('holidays')}>
          设为节假日
        </Button>
        <Button disabled={text.trim() === ''} onClick={() => add('makeups')}>
          设为调休上班
        </Button>
      </div>
      {fault && (
        <p className="ba-fault" role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}
