import { Tag } from 'antd';
import type { ReactNode } from 'react';
import { SourceLink } from '#kit/web/index.ts';
import {
  HEALTH_POINTS,
  listingHealth,
  weakPoints,
  type HealthLevel,
  type HealthPoints,
} from '../model/listing-health.ts';

interface Rated {
  health: HealthLevel | null;
  healthPoints: unknown;
  healthMonth: string | null;
  healthReportId: string | null;
}

const COLOURS: Readonly<Record<HealthLevel, string>> = { RED: 'error', YELLOW: 'warning', GREEN: 'success' };

/** Stored JSON comes as its text or as what it means. */
const pointsOf = (stored: unknown): HealthPoints =>
  (typeof stored === 'string' ? JSON.parse(stored) : (stored ?? {})) as HealthPoints;

/** How a marketplace rates a listing, and for which month; what is to be done stands on its page. */
export function HealthCell({
  row: { health, healthMonth },
}: {
  row: Pick<Rated, 'health' | 'healthMonth'>;
}): ReactNode {
  if (health === null) return '—';
  return (
    <>
      <Tag color={COLOURS[health]}>{listingHealth.items[health]}</Tag>
      <small className="ch-weak">{healthMonth}</small>
    </>
  );
}

/** What is to be done for a listing, point by point, and the report that says so. */
export function HealthPart({ row }: { row: Rated }): ReactNode {
  if (row.health === null) return null;
  const weak = weakPoints(pointsOf(row.healthPoints));
  return (
    <section className="wb-detail-part">
      <h2>
        健康度 <Tag color={COLOURS[row.health]}>{listingHealth.items[row.health]}</Tag>
      </h2>
      {weak.length === 0 ? (
        <p>各项都是绿色，不用处理。</p>
      ) : (
        <ul className="ch-health">
          {weak.map(({ point, level }) => (
            <li key={point}>
              <Tag color={COLOURS[level]}>{HEALTH_POINTS[point].title}</Tag>
              {HEALTH_POINTS[point].todo}
            </li>
          ))}
        </ul>
      )}
      <p className="ch-weak">
        {row.healthMonth}，来自
        {row.healthReportId ? (
          <SourceLink
            title="看健康度报表"
            permission="market:marketReport:list"
            path={`/market/report/${row.healthReportId}`}
          >
            Listing健康度报表
          </SourceLink>
        ) : (
          'Listing健康度报表'
        )}
        ；有新的报表就更新。
      </p>
    </section>
  );
}
