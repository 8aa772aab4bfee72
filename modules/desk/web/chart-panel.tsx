import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { Chart, usePage, type ChartProps } from '#kit/web/index.ts';

interface TableRow {
  cells: readonly string[];
  /** Address of the rows that it counts. */
  address?: string | undefined;
}

interface ChartTable {
  head: readonly string[];
  rows: readonly TableRow[];
}

/** A chart with its figures in a table, for who cannot see it or wants to read them off. */
export function ChartPanel({
  title,
  wide = false,
  choice,
  table,
  ...chart
}: Omit<ChartProps, 'label'> & {
  title: string;
  /** Over two places of three. */
  wide?: boolean;
  /** Beside the title: what is drawn. */
  choice?: ReactNode;
  table: ChartTable;
}): ReactNode {
  const [isTable, setTable] = useState(false);
  const label = `${title}：${table.rows.map(({ cells }) => cells.slice(0, 2).join(' ')).join('，')}`;
  return (
    <section className={`dk-part dk-panel${wide ? ' dk-wide' : ''}`} aria-label={title}>
      <div className="dk-head">
        <h3>{title}</h3>
        {choice}
        <Button
          type="link"
          size="small"
          className="dk-panel-switch"
          aria-pressed={isTable}
          onClick={() => setTable(!isTable)}
        >
          {isTable ? '看图' : '看表'}
        </Button>
      </div>
      {isTable ? (
        <div className="dk-scroll" style={{ maxHeight: chart.height }}>
          <FigureTable title={title} {...table} />
        </div>
      ) : (
        <div style={{ minHeight: chart.height }}>
          <Chart {...chart} label={label} />
        </div>
      )}
    </section>
  );
}

function FigureTable({ title, head, rows }: ChartTable & { title: string }): ReactNode {
  return (
    <table className="dk-table" aria-label={title}>
      <thead>
        <tr>
          {head.map((text) => (
            <th key={text}>{text}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ cells, address }) => (
          <tr key={cells[0]}>
            {cells.map((text, at) => (
              <td key={head[at]}>{address && at === 0 ? <OpenRows {...{ address, text }} /> : text}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function OpenRows({ address, text }: { address: string; text: string }): ReactNode {
  const page = usePage();
  return (
    <Button type="link" size="small" onClick={() => page.open(address)}>
      {text}
    </Button>
  );
}
