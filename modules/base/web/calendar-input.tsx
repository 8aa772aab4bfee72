import { Button, Form } from 'antd';
import type { ReactNode } from 'react';
import { toWireTime } from '#kit/model/time.ts';
import { rules } from '#kit/model/rules.ts';
import { serverNow, type EditProps } from '#kit/web/index.ts';
import { deadlineExamples, weekdayOf } from '../model/work-calendar.ts';
import { CalendarMonth } from './calendar-month.tsx';
import { CalendarSources } from './calendar-sources.tsx';
import { changedCalendar, flippedDay, typedCalendar, type TypedCalendar } from './typed-calendar.ts';
import './calendar.css';

const WEEKDAYS = ['一', '二', '三', '四', '五', '六', '日'];

/** 工作日历: weekdays on which the place works, and days on which it does otherwise, one click each. */
export function CalendarInput({ value, onChange, disabled = false, id, ...props }: EditProps): ReactNode {
  const calendar = typedCalendar(value);
  const put = (more: Partial<TypedCalendar>): void => {
    onChange?.(changedCalendar(calendar, more));
  };
  const flip = (weekday: number): void =>
    put({
      workdays: calendar.workdays.includes(weekday)
        ? calendar.workdays.filter((one) => one !== weekday)
        : [...calendar.workdays, weekday],
    });
  return (
    <div
      className="ba-calendar"
      role="group"
      id={id}
      tabIndex={-1}
      aria-label="工作日历"
      aria-describedby={props['aria-describedby']}
    >
      <div className="ba-weekdays" role="group" aria-label="工作日">
        {WEEKDAYS.map((name, at) => (
          <Button
            key={name}
            type={calendar.workdays.includes(at + 1) ? 'primary' : 'default'}
            aria-pressed={calendar.workdays.includes(at + 1)}
            disabled={disabled}
            onClick={() => flip(at + 1)}
          >
            周{name}
          </Button>
        ))}
      </div>
      <CalendarMonth calendar={calendar} disabled={disabled} onDay={(day) => put(flippedDay(calendar, day))} />
      {!disabled && <CalendarSources calendar={calendar} onPut={put} />}
      <Examples calendar={calendar} />
    </div>
  );
}

/** What the calendar that is being edited means for orders, by the zone and cut-off typed beside it. */
function Examples({ calendar }: { calendar: TypedCalendar }): ReactNode {
  const form = Form.useFormInstance<Record<string, unknown>>();
  const zone: unknown = Form.useWatch('timezone', form);
  const cutoff: unknown = Form.useWatch('cutoffTime', form);
  if (!isTyped(zone, 'timeZone') || !isTyped(cutoff, 'timeOfDay') || calendar.workdays.length === 0)
    return <p className="ba-example">填好时区、截单时间和工作日，这里显示截止时间的例子。</p>;
  const examples = deadlineExamples(new Date(serverNow()), { ...calendar, cutoffTime: cutoff }, zone);
  return (
    <div className="ba-examples">
      <p className="ba-example">一个工作日内发货的订单（当地时间）：</p>
      <ul aria-label="截止时间的例子">
        {examples.map(({ title, arrivedAt, dueAt }) => (
          <li key={title} className="ba-example">
            {title}到（{dayText(arrivedAt, zone)}）→ <b>{dayText(dueAt, zone)} 结束前</b>
          </li>
        ))}
      </ul>
    </div>
  );
}

const isTyped = (value: unknown, rule: 'timeZone' | 'timeOfDay'): value is string =>
  typeof value === 'string' && value !== '' && rules[rule](value) === null;

const dayText = (instant: Date, zone: string): string => {
  const day = toWireTime(instant, zone).slice(0, 10);
  return `${day.slice(5)} 周${WEEKDAYS[weekdayOf(day) - 1]}`;
};
