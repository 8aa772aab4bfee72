import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { addDays } from '#kit/model/time.ts';
import { tenantDay } from '#kit/web/index.ts';
import { weekdayOf } from '../model/work-calendar.ts';
import type { TypedCalendar } from './typed-calendar.ts';

/** A month whose working days become holidays by a click, and back. */
export function CalendarMonth({
  calendar,
  disabled,
  onDay,
}: {
  calendar: TypedCalendar;
  disabled: boolean;
  onDay: (day: string) => void;
}): ReactNode {
  const today = tenantDay();
  const [month, setMonth] = useState(today.slice(0, 7));
  const first = `${month}-01`;
  const days = daysOf(month);
  const title = `${month.slice(0, 4)}年${Number(month.slice(5))}月`;
  const holidays = new Set(calendar.holidays);
  return (
    <div className="ba-month">
      <div className="ba-month-head">
        <Button
          type="text"
          aria-label="上个月"
          icon={<LeftOutlined />}
          onClick={() => setMonth(addDays(first, -1).slice(0, 7))}
        />
        <b aria-live="polite">{title}</b>
        <Button
          type="text"
          aria-label="下个月"
          icon={<RightOutlined />}
          onClick={() => setMonth(addDays(first, 31).slice(0, 7))}
        />
        <Button type="link" onClick={() => setMonth(today.slice(0, 7))}>
          本月
        </Button>
        <span className="ba-example">点工作日设为节假日，再点恢复</span>
      </div>
      <div className="ba-days" role="group" aria-label={title}>
        {['一', '二', '三', '四', '五', '六', '日'].map((name) => (
          <span key={name} className="ba-day-name" aria-hidden>
            {name}
          </span>
        ))}
        {Array.from({ length: weekdayOf(first) - 1 }, (_, at) => (
          <span key={`before ${at}`} />
        ))}
        {days.map((day) => (
          <Day
            key={day}
            day={day}
            isToday={day === today}
            isHoliday={holidays.has(day)}
            isWorkday={calendar.workdays.includes(weekdayOf(day))}
            disabled={disabled}
            onClick={() => onDay(day)}
          />
        ))}
      </div>
    </div>
  );
}

function daysOf(month: string): string[] {
  const first = `${month}-01`;
  return Array.from({ length: 31 }, (_, at) => addDays(first, at)).filter((day) =>
    day.startsWith(month),
  );
}

function Day({
  day,
  isToday,
  isHoliday,
  isWorkday,
  disabled,
  onClick,
}: {
  day: string;
  isToday: boolean;
  isHoliday: boolean;
  isWorkday: boolean;
  disabled: boolean;
  onClick: () => void;
}): ReactNode {
  const word = isHoliday ? '节假日' : isWorkday ? '工作日' : '休息日';
  const kind = isHoliday ? 'holiday' : isWorkday ? 'work' : 'rest';
  return (
    <button
      type="button"
      className="ba-day"
      data-kind={kind}
      data-today={isToday}
      aria-pressed={isHoliday}
      disabled={disabled || (!isWorkday && !isHoliday)}
      onClick={onClick}
    >
      {Number(day.slice(8))}
      {isHoliday && <small>休</small>}
      <span className="wb-unseen">
        {' '}
        {day} {word}
      </span>
    </button>
  );
}
