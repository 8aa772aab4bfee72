import { Select } from 'antd';
import { useState, type ReactNode } from 'react';
import { DetailPart, FactList, Figures, ReportFrame } from '#kit/web/index.ts';
import { figureText } from '../model/figure-text.ts';
import { FIGURES, share, type FigureName } from '../model/figures.ts';
import type { NodeState, SeenNode } from '../model/routes.ts';
import { DayChart, type ChartSpec } from './day-chart.tsx';
import { useHistory, useNodeState } from './monitor-data.ts';
import './monitor.css';

/** A figure that a page shows: as it is, or as a part of another. */
export type ShownFigure =
  | FigureName
  | { title: string; part: FigureName; of: FigureName; left?: true; badBeyond?: number };

/** A page about one node: its figures now, a day of them, what it is. */
export interface NodePageProps {
  title: string;
  figures: readonly ShownFigure[];
  charts: readonly ChartSpec[];
  hasFacts?: boolean;
  /** Below the title: what the figures are, where their names do not say it. */
  method?: ReactNode;
}

export function NodePage({ title, figures, charts, hasFacts = false, method }: NodePageProps): ReactNode {
  const [chosen, setChosen] = useState('');
  const query = useNodeState(chosen);
  const { data } = query;
  const history = useHistory(
    charts.flatMap((chart) => chart.figures),
    data?.node.name,
    data?.isLive ? data : null,
  );
  return (
    <ReportFrame
      title={title}
      head={data && <NodeChoice state={data} onChoose={setChosen} />}
      query={query}
      failed="读取监控失败"
      awaited="正在读取"
      method={method}
    >
      {(state) => (
        <>
          <Figures of={figures.map((one, at) => ({ ...shownFigure(one, state), isMain: at === 0 }))} />
          <div className="mo-charts">
            {charts.map((chart) => (
              <DayChart key={chart.title} {...chart} history={history} />
            ))}
          </div>
          {hasFacts && (
            <DetailPart title="节点" query={query}>
              {({ node, facts }) => (
                <FactList
                  facts={[
                    { title: '节点', text: node.name },
                    { title: '主机', text: node.host },
                    { title: '启动时间', text: node.startedAt },
                    ...facts,
                  ].map(({ title: name, text }) => ({ key: name, title: name, value: text }))}
                />
              )}
            </DetailPart>
          )}
        </>
      )}
    </ReportFrame>
  );
}

function shownFigure(one: ShownFigure, { figures }: NodeState) {
  if (typeof one === 'string') return { title: FIGURES[one].title, value: figureText(figures[one], FIGURES[one].unit) };
  const part = share(figures[one.part], figures[one.of]);
  const value = part === null ? null : one.left ? 100 - part : part;
  const isBad = value !== null && one.badBeyond !== undefined && value > one.badBeyond;
  return { title: one.title, value: figureText(value, 'percent'), tone: isBad ? ('bad' as const) : undefined };
}

/** Which node a page is about, and whether its figures are of now. */
export function NodeChoice({ state, onChoose }: { state: NodeState; onChoose: (node: string) => void }): ReactNode {
  const { node, nodes, at, isLive } = state;
  return (
    <>
      <Select
        className="mo-node"
        aria-label="节点"
        value={node.name}
        onChange={onChoose}
        options={nodes.map((one) => ({ value: one.name, label: nodeText(one) }))}
      />
      <span className="mo-of">{isLive ? `实时 ${at}` : `最近一分钟 ${at}`}</span>
    </>
  );
}

const nodeText = ({ name, isThis, isGone }: SeenNode): string =>
  `${name}${isThis ? '（当前节点）' : isGone ? '（已停止）' : ''}`;
