import { CheckCircleFilled, CloseCircleFilled } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import type { ReactNode } from 'react';
import type { ResultOf } from '#kit/model/route.ts';
import { fetchRoute, ReportFrame } from '#kit/web/index.ts';
import { reconciliationRoute, type Check } from '../model/routes.ts';
import './desk.css';

const CHECK_TIMEOUT = 120_000;
/** The server tells no more rows than these of one truth. */
const MAX_ROWS = 50;

/** 对账: every truth of the house checked now, the broken ones first, with the rows that break it. */
export function Reconciliation(): ReactNode {
  const request = useQuery({
    queryKey: ['desk:reconciliation'],
    queryFn: ({ signal }) => fetchRoute(reconciliationRoute, { signal, timeout: CHECK_TIMEOUT }),
    staleTime: 0,
  });
  const { data, refetch, isFetching } = request;
  return (
    <ReportFrame
      title="对账"
      head={
        <>
          <Button loading={isFetching} onClick={() => void refetch()}>
            重新对账
          </Button>
          {data && <span className="dk-weak">上次对账 {data.ranAt}</span>}
        </>
      }
      query={request}
      failed="对账失败"
      awaited="正在对账"
    >
      {(answer) => <Result data={answer} />}
    </ReportFrame>
  );
}

function Result({ data }: { data: ResultOf<typeof reconciliationRoute> }): ReactNode {
  const sorted = [...data.checks].sort((a, b) => Number(a.ok) - Number(b.ok));
  return (
    <>
      <Alert
        showIcon
        type={data.broken === 0 ? 'success' : 'error'}
        className="dk-note"
        title={
          data.broken === 0
            ? `${data.total} 项全部一致`
            : `${data.total} 项中有 ${data.broken} 项不一致：用单据更正，不要直接改数`
        }
      />
      <ul className="dk-checks">
        {sorted.map((check) => (
          <li key={check.id}>
            <div className="dk-check">
              {check.ok ? (
                <CheckCircleFilled className="dk-ok" aria-hidden />
              ) : (
                <CloseCircleFilled className="dk-bad" aria-hidden />
              )}
              <span className="dk-weak">{check.id}</span>
              <span className="dk-check-title">{check.title}</span>
              <span className={check.ok ? 'dk-ok' : 'dk-bad'}>{check.ok ? '一致' : `${countOf(check)} 条不一致`}</span>
            </div>
            {!check.ok && <Violations rows={check.violations} />}
          </li>
        ))}
      </ul>
    </>
  );
}

const countOf = ({ violations }: Check): string =>
  violations.length >= MAX_ROWS ? `${MAX_ROWS}+` : String(violations.length);

function Violations({ rows }: { rows: readonly Record<string, unknown>[] }): ReactNode {
  const keys = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return (
    <div className="dk-scroll" tabIndex={0} role="group" aria-label="不一致的数据">
      <table className="dk-table">
        <thead>
          <tr>
            {keys.map((key) => (
              <th key={key}>{key}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {keys.map((key) => (
                <td key={key}>{textOf(row[key])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return '—';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};
