import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { addDays } from '#kit/model/time.ts';
import { tenantDay } from '#kit/web/index.ts';
import { weekdayOf } from '../model/work-calendar.ts';
import type { TypedCalendar } from './typed-calendar.ts';

/** A month whose working days become holidays by a click, and days of rest make-up workdays; and back. */
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
  const [holidays, makeups] = [new Set(calendar.holidays), new Set(calendar.makeups)];
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
        <span className="ba-example">点工作日设为节假日，点休息日设为调休上班，再点恢复</span>
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
            kind={
              holidays.has(day)
                ? 'holiday'
                : makeups.has(day)
                  ? 'makeup'
                  : calendar.workdays.includes(weekdayOf(day))
                    ? 'work'
                    : 'rest'
            }
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
  return Array.from({ length: 31 }, (_, at) => addDays(first, at)).filter((day) => day.startsWith(month));
}

const KINDS = {
  holiday: { word: '节假日', mark: '休' },
  makeup: { word: '调休上班', mark: '班' },
  work: { word: '工作日', mark: '' },
  rest: { word: '休息日', mark: '' },
} as const;

function Day({
  day,
  isToday,
  kind,
  disabled,
  onClick,
}: {
  day: string;
  isToday: boolean;
  kind: keyof typeof KINDS;
  disabled: boolean;
  onClick: () => void;
}): ReactNode {
  const { word, mark } = KINDS[kind];
  return (
    <button
      type="button"
      className="ba-day"
      data-kind={kind}
      data-today={isToday}
      aria-pressed={mark !== ''}
      disabled={disabled}
      onClick={onClick}
    >
      {Number(day.slice(8))}
      {mark !== '' && <small>{mark}</small>}
      <span className="wb-unseen">
        {' '}
        {day} {word}
      </span>
    </button>
  );
}
