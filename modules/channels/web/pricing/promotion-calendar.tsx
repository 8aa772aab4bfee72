import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Select } from 'antd';
import type { CSSProperties, ReactNode } from 'react';
import {
  detailPath,
  fetchRoute,
  keyOf,
  PartTable,
  ReportFrame,
  SourceLink,
  StateTag,
  tenantDay,
  useIsMobile,
  usePage,
} from '#kit/web/index.ts';
import { promotionLifecycle } from '../../model/pricing/promotion-lifecycle.ts';
import { promotion } from '../../model/pricing/promotion.ts';
import {
  promotionCalendarRoute,
  type CalendarOverlap,
  type CalendarPromotion,
  type PromotionCalendar as Calendar,
} from '../../model/pricing/promotion-routes.ts';
import { monthFrom, weeksOf, type Bar, type Lasting } from './calendar-weeks.ts';
import './promotion-calendar.css';

const DAY_SIGNS = 10;
const LIST = 'channels:promotion:list';

/** 促销日历: what runs when in a month, and which products two of them offer at once. */
export function PromotionCalendar(): ReactNode {
  const { query, setQuery } = usePage();
  const now = tenantDay().slice(0, 7);
  const month = query['month'] ?? now;
  const shop = query['accountId'] ?? '';
  const request = useQuery({
    queryKey: keyOf(promotion, 'calendar', month),
    queryFn: ({ signal }) => fetchRoute(promotionCalendarRoute, { query: { month }, signal }),
    staleTime: 0,
  });
  const toMonth = (next: string): void => setQuery({ ...query, month: next === now ? undefined : next });
  return (
    <ReportFrame
      title="促销日历"
      head={
        <span className="ch-cal-head">
          <Button
            type="text"
            aria-label="上个月"
            icon={<LeftOutlined />}
            onClick={() => toMonth(monthFrom(month, -1))}
          />
          <b aria-live="polite">{`${month.slice(0, 4)}年${Number(month.slice(5))}月`}</b>
          <Button
            type="text"
            aria-label="下个月"
            icon={<RightOutlined />}
            onClick={() => toMonth(monthFrom(month, 1))}
          />
          <Button type="link" disabled={month === now} onClick={() => toMonth(now)}>
            本月
          </Button>
          <ShopChoice
            promotions={request.data?.promotions ?? []}
            value={shop}
            onChange={(accountId) => setQuery({ ...query, accountId: accountId || undefined })}
          />
        </span>
      }
      query={request}
      method="待特批、检查通过、未开始、进行中和已结束的促销；草稿和停止的不在内。同一产品的促销不叠加，以低价为准。"
    >
      {(calendar) => <Month calendar={calendar} shop={shop} />}
    </ReportFrame>
  );
}

function ShopChoice({
  promotions,
  value,
  onChange: onChoose,
}: {
  promotions: readonly CalendarPromotion[];
  value: string;
  onChange: (accountId: string) => void;
}): ReactNode {
  const shops = new Map(promotions.map(({ accountId, shop }) => [accountId, shop]));
  if (shops.size < 2 && value === '') return null;
  return (
    <Select
      aria-label="店铺"
      className="ch-cal-shop"
      value={value}
      options={[
        { value: '', label: '全部店铺' },
        ...[...shops].map(([id, name]) => ({ value: id, label: name })),
        ...(value !== '' && !shops.has(value) ? [{ value, label: '所选店铺本月没有促销' }] : []),
      ]}
      onChange={onChoose}
    />
  );
}

type Entry = CalendarPromotion & Lasting;

/** What ends at midnight has ended the day before. */
function lastDay({ startAt, endAt }: CalendarPromotion): string {
  const day = endAt.slice(0, DAY_SIGNS);
  if (!endAt.endsWith(' 00:00:00') || day <= startAt.slice(0, DAY_SIGNS)) return day;
  return new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, DAY_SIGNS);
}

function Month({ calendar, shop }: { calendar: Calendar; shop: string }): ReactNode {
  const isMobile = useIsMobile();
  const entries = calendar.promotions
    .filter(({ accountId }) => shop === '' || accountId === shop)
    .map((one): Entry => ({ ...one, first: one.startAt.slice(0, DAY_SIGNS), last: lastDay(one) }));
  const ids = new Set(entries.map(({ id }) => id));
  return (
    <>
      {calendar.isCut && <p className="ch-weak">促销很多，这里只列最早的一部分，请按店铺看</p>}
      {entries.length === 0 ? (
        <p className="wb-part-none">这个月没有促销；在“促销”新增，检查通过后出现在这里。</p>
      ) : isMobile ? (
        <Agenda entries={entries} />
      ) : (
        <Weeks month={calendar.month} entries={entries} />
      )}
      <Overlaps overlaps={calendar.overlaps.filter(({ one }) => ids.has(one.id))} />
    </>
  );
}

const WEEKDAYS = ['一', '二', '三', '四', '五', '六', '日'];

function Weeks({ month, entries }: { month: string; entries: readonly Entry[] }): ReactNode {
  const today = tenantDay();
  return (
    <div className="ch-cal">
      <div className="ch-cal-week ch-cal-names" aria-hidden>
        {WEEKDAYS.map((name) => (
          <span key={name}>{name}</span>
        ))}
      </div>
      {weeksOf(month, entries).map(({ days, bars, lanes }) => (
        <section key={days[0]} className="ch-cal-week" aria-label={`${days[0]} 起的一周`}>
          {days.map((day, at) => (
            <span
              key={day}
              className="ch-cal-day"
              style={{ gridColumn: at + 1, gridRow: `1 / span ${lanes + 2}` }}
              data-out={!day.startsWith(month)}
              data-today={day === today}
            >
              {Number(day.slice(8))}
            </span>
          ))}
          {bars.map((bar) => (
            <PromotionBar key={bar.of.id} bar={bar} />
          ))}
        </section>
      ))}
    </div>
  );
}

const overlapText = (count: number): string => (count > 0 ? `${count} 个产品重叠` : '');

function PromotionBar({ bar: { of, from, to, lane, isFromBefore, isToAfter } }: { bar: Bar<Entry> }): ReactNode {
  const { open } = usePage();
  const place: CSSProperties = { gridColumn: `${from} / ${to + 1}`, gridRow: lane + 2 };
  const words = [of.name, of.shop, `${of.startAt} 至 ${of.endAt}`, overlapText(of.overlapCount)].filter(Boolean);
  return (
    <button
      type="button"
      className="ch-cal-bar"
      style={place}
      data-status={of.status}
      data-overlaps={of.overlapCount > 0}
      data-before={isFromBefore}
      data-after={isToAfter}
      title={words.join('，')}
      onClick={() => open(detailPath(promotion, of.id))}
    >
      {of.name}
      <small>{of.overlapCount > 0 ? overlapText(of.overlapCount) : of.shop}</small>
    </button>
  );
}

/** On a phone: one below the other, by the day that they begin. */
const Agenda = ({ entries }: { entries: readonly Entry[] }): ReactNode => (
  <ul className="ch-cal-agenda" aria-label="本月促销">
    {entries.map((one) => (
      <li key={one.id} data-overlaps={one.overlapCount > 0}>
        <span className="ch-cal-when">
          {one.first.slice(5)} 至 {one.last.slice(5)}
        </span>
        <SourceLink title="看促销" permission={LIST} path={detailPath(promotion, one.id)}>
          {one.name}
        </SourceLink>
        <StateTag lifecycle={promotionLifecycle} state={one.status} />
        <span className="ch-weak">
          {one.shop} · {one.itemCount} 个产品
        </span>
        {one.overlapCount > 0 && <span className="ch-cal-marked">{overlapText(one.overlapCount)}</span>}
      </li>
    ))}
  </ul>
);

/** Of two promotions at once the lower price holds. */
function Overlaps({ overlaps }: { overlaps: readonly CalendarOverlap[] }): ReactNode {
  if (overlaps.length === 0) return null;
  const side = ({ id, name, price }: CalendarOverlap['one'], isLower: boolean): ReactNode => (
    <span className={isLower ? 'ch-cal-lower' : undefined}>
      <SourceLink title="看促销" permission={LIST} path={detailPath(promotion, id)}>
        {name}
      </SourceLink>{' '}
      {price}
    </span>
  );
  return (
    <section className="wb-detail-part">
      <h2>
        重叠的产品<span className="wb-part-count">{overlaps.length}</span>
      </h2>
      <PartTable
        label="重叠的产品"
        head={[
          { title: '渠道SKU' },
          { title: '店铺' },
          { title: '重叠期间' },
          { title: '促销' },
          { title: '同时的促销' },
          { title: '以低价为准', isFigure: true },
        ]}
        rows={overlaps.map((pair) => ({
          key: `${pair.one.id} ${pair.other.id} ${pair.channelSku}`,
          cells: [
            pair.channelSku,
            pair.shop,
            `${pair.startAt} 至 ${pair.endAt}`,
            side(pair.one, pair.one.price === pair.lowerPrice),
            side(pair.other, pair.other.price === pair.lowerPrice),
            `${pair.lowerPrice} ${pair.currency}`,
          ],
        }))}
      />
    </section>
  );
}
