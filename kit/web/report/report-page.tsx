import { useQuery } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import { addDays } from '#kit/model/time.ts';
import type { AnyResource } from '#kit/model/resource.ts';
import type { WireRow } from '#kit/model/row.ts';
import type { Row } from '#ui/cells/faces.ts';
import { usePage } from '#ui/page/page-context.ts';
import { tenantDay } from '#ui/tenant-clock.ts';
import { ListPage } from '../list/list-page.tsx';
import type { ListPageProps } from '../list/list-page-props.ts';
import { QuickChip, QuickGroup } from '../list/quick-chip.tsx';
import { paramsFromQuery } from '../list/list-query.ts';
import type { ListAnswer, ListHandle } from '../list/use-list.ts';
import { keyOf } from '../query-client.ts';
import { fetchResource } from '../resource-call.ts';
import { periodFilter, periodBefore, periodOf, type Period, type PeriodSpec } from './period.ts';
import { ReportContext, type Report } from './report-context.ts';
import './report.css';

/** What the rows of a report are put together by. */
interface Grouping {
  /** The filter that says it. */
  key: string;
  title: string;
  /** Words by value. */
  items: Readonly<Record<string, string>>;
  /** In force where nobody has chosen. */
  initial: string;
}

export interface ReportPageProps<R extends Row = Row> extends Omit<ListPageProps<R>, 'quick' | 'above' | 'onOpen'> {
  period: PeriodSpec;
  by?: Grouping | undefined;
  /** What a row is about: the same in every period, and of no other row. */
  subject: (row: R) => string;
  /** How its figures come about, behind the days that they are of. */
  method: string;
}

/** The spans that one click asks for. */
const SPANS = [30, 90, 180, 365];
/** As many rows as a list answers at once. */
const MOST_ROWS = 200;

/**
 * A report: figures of a view (`defineView`) over a period, which stands in chips and in the address; on
 * wish against as many days before. Filters, order, columns, export and views are those of every list, and
 * each figure leads to what it counts (`figureColumn`).
 */
export function ReportPage<Of extends AnyResource, R extends Row = WireRow<Of>>(
  props: ReportPageProps<NoInfer<R>> & { of: Of },
): ReactNode;
export function ReportPage<R extends Row>(props: ReportPageProps<R>): ReactNode {
  const { period: spec, by, subject, method, ...list } = props;
  const { filters } = paramsFromQuery(usePage().query);
  const [isCompared, setCompared] = useState(false);
  const { begin, end } = periodOf(spec, filters, tenantDay());
  const period = useMemo(() => ({ begin, end }), [begin, end]);
  const earlier = periodBefore(period);
  const { before, note } = useRowsOf<R>(
    list.of,
    { ...filters, ...periodFilter(spec.field, earlier) },
    subject,
    isCompared,
  );
  const report = useMemo((): Report => ({ period, before }), [period, before]);
  return (
    <ReportContext value={report}>
      <ListPage<AnyResource, R>
        {...list}
        quick={{
          names: (asked) => (by && asked[by.key] ? [by.key] : []),
          show: (shown) => (
            <>
              {by && <Groups by={by} list={shown} />}
              <Spans spec={spec} period={period} list={shown} />
              <QuickGroup title="对比">
                <QuickChip
                  isOn={isCompared}
                  title={`和 ${textOf(earlier)} 对比`}
                  onClick={() => setCompared(!isCompared)}
                >
                  对比上期
                </QuickChip>
              </QuickGroup>
            </>
          ),
        }}
        above={() => (
          <p className="wb-report-method">
            {textOf(period)} {method}
            {isCompared && (note ?? `上期是 ${textOf(earlier)}。`)}
          </p>
        )}
        onOpen={() => undefined}
      />
    </ReportContext>
  );
}

const textOf = ({ begin, end }: Period): string => `${begin} 至 ${end}`;

/** The rows of another period by what they are about, and why they cannot be compared, where they cannot. */
function useRowsOf<R extends Row>(
  of: AnyResource,
  filters: Readonly<Record<string, string>>,
  subject: (row: R) => string,
  isOn: boolean,
): Pick<Report, 'before'> & { note: string | null } {
  const { data, error } = useQuery({
    queryKey: keyOf(of, 'before', JSON.stringify(filters)),
    queryFn: ({ signal }) => fetchResource<ListAnswer<R>>(of, 'list', { ...filters, pageSize: MOST_ROWS }, { signal }),
    enabled: isOn,
  });
  const isTooMuch = data !== undefined && data.total > data.records.length;
  const before = useMemo(() => {
    if (!isOn || !data || isTooMuch) return null;
    const rows = new Map(data.records.map((row) => [subject(row), row]));
    return (row: Row) => rows.get(subject(row as R));
  }, [data, isOn, isTooMuch, subject]);
  const fault = error ? `上期读取失败：${error.message}` : null;
  return { before, note: isTooMuch ? `上期超过 ${MOST_ROWS} 行，请先筛选再对比。` : fault };
}

const Groups = <R extends Row>({ by, list }: { by: Grouping; list: ListHandle<R> }): ReactNode => {
  const { filters } = list.params;
  const shown = filters[by.key] ?? by.initial;
  return (
    <QuickGroup title={by.title}>
      {Object.entries(by.items).map(([value, title]) => (
        <QuickChip
          key={value}
          isOn={shown === value}
          title={`按${title}汇总`}
          onClick={() => list.setFilters({ ...filters, [by.key]: value })}
        >
          {title}
        </QuickChip>
      ))}
    </QuickGroup>
  );
};

function Spans<R extends Row>({
  spec,
  period: { begin, end },
  list,
}: {
  spec: PeriodSpec;
  period: Period;
  list: ListHandle<R>;
}): ReactNode {
  const today = tenantDay();
  return (
    <QuickGroup title={spec.title}>
      {SPANS.map((span) => {
        const request = { begin: addDays(today, 1 - span), end: today };
        return (
          <QuickChip
            key={span}
            isOn={begin === request.begin && end === request.end}
            title={textOf(request)}
            onClick={() => list.setFilters({ ...list.params.filters, ...periodFilter(spec.field, request) })}
          >
            近 {span} 天
          </QuickChip>
        );
      })}
    </QuickGroup>
  );
}
