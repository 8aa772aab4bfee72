import { Button, Segmented, Skeleton } from 'antd';
import { useState, type ReactNode } from 'react';
import {
  CopyButton,
  HelpButton,
  MoveButtons,
  PRINT_ACTION,
  QuickChip,
  QuickGroup,
  refreshResource,
  RowFault,
  ScanBox,
  StateTag,
  useDictOptions,
  usePageTitle,
  usePermission,
} from '#kit/web/index.ts';
import type { CountDesk, CountedLine } from '../model/count-routes.ts';
import { stockCondition } from '../model/stock.ts';
import { stockCount, stockCountLifecycle } from '../model/stock-count.ts';
import { GoodsLines, type GoodsLineProps } from './goods-lines.tsx';
import { useCountDesk, useCounting } from './use-counting.ts';

/** 盘点台: at the shelf with a scanner or a phone. */
export function CountDeskPage({ id }: { id: string }): ReactNode {
  const { data, error, refetch } = useCountDesk(id);
  usePageTitle(data ? `盘点 ${data.countNo}` : undefined);
  if (error && !data) return <RowFault of={stockCount} error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active className="wb-page-wait" />;
  return <Desk data={data} />;
}

const FILTERS = {
  all: { title: '全部', holds: (): boolean => true },
  open: { title: '未盘', holds: (line: CountedLine): boolean => line.countedQty === null },
  different: { title: '有差异', holds: (line: CountedLine): boolean => !!line.differenceQty },
} as const;
type Filter = keyof typeof FILTERS;

function Desk({ data }: { data: CountDesk }): ReactNode {
  const [condition, setCondition] = useState<CountedLine['condition']>('good');
  const [filter, setFilter] = useState<Filter>('all');
  const counting = useCounting(data.id);
  const mayCount = usePermission('inventory:stockCount:count');
  const conditions = useDictOptions(stockCondition);
  const wordOf = (one: string): string => conditions.find(({ value }) => value === one)?.label ?? one;
  const shown = data.lines.filter((line) => FILTERS[filter].holds(line));
  const { stranger } = counting;
  return (
    <article className="iv-desk">
      <DeskHead data={data} />
      {mayCount && (
        <section className="iv-scan" aria-label="扫码">
          <ScanBox
            label="扫码"
            placeholder="扫SKU或条码，每扫一次加一"
            message={counting.said}
            turns={counting.turns}
            onNumber={(number) => counting.scan(number, condition)}
            isScan={(number, input) => input.inputMode === 'numeric' && number.length > MOST_DIGITS}
          />
          {stranger && (
            <Button type="primary" onClick={() => counting.add(stranger, condition)}>
              把 {stranger.code} 加入盘点
            </Button>
          )}
        </section>
      )}
      <div className="iv-bar">
        {mayCount && (
          <Segmented
            aria-label="扫到的品质"
            value={condition}
            options={conditions}
            onChange={(value) => setCondition(value as CountedLine['condition'])}
          />
        )}
        <QuickGroup title="显示">
          {(Object.keys(FILTERS) as Filter[])
            .filter((key) => key !== 'different' || !data.isBlind)
            .map((key) => (
              <QuickChip
                key={key}
                isOn={filter === key}
                count={data.lines.filter((line) => FILTERS[key].holds(line)).length}
                onClick={() => setFilter(key)}
              >
                {FILTERS[key].title}
              </QuickChip>
            ))}
        </QuickGroup>
      </div>
      <section className="iv-part">
        {shown.length === 0 ? (
          <p className="iv-weak">没有这样的行</p>
        ) : (
          <GoodsLines
            label="盘点明细"
            marked={counting.marked}
            disabled={!mayCount}
            lines={shown.map((line) => lineProps(line, wordOf(line.condition), data.isBlind ?? false, counting.put))}
          />
        )}
      </section>
    </article>
  );
}

/** A quantity is never as long as a code. */
const MOST_DIGITS = 7;

function lineProps(
  line: CountedLine,
  condition: string,
  isBlind: boolean,
  put: (line: CountedLine, qty: number) => void,
): GoodsLineProps {
  const { id, goods, countedQty, firstQty, isAdded } = line;
  return {
    id,
    goods,
    title: '实盘数量',
    qty: countedQty,
    onQty: (qty) => put(line, qty),
    words: (
      <>
        <span>{condition}</span>
        {isAdded && <span>计划外</span>}
        {firstQty !== null && <span>初盘 {firstQty}</span>}
      </>
    ),
    units: isBlind ? null : <Expected line={line} />,
  };
}

/** What the ledger says lies there, and what the count differs from it. */
function Expected({ line }: { line: CountedLine }): ReactNode {
  const { bookQty, movedQty, differenceQty } = line;
  const sign = (qty: number): string => (qty > 0 ? `+${qty}` : String(qty));
  return (
    <>
      <span>账面 {(bookQty ?? 0) + (movedQty ?? 0)}</span>
      {!!movedQty && <span className="iv-weak">期间 {sign(movedQty)}</span>}
      {differenceQty !== null && (
        <span className={differenceQty === 0 ? 'iv-weak' : 'iv-differs'}>
          {differenceQty === 0 ? '相符' : `差异 ${sign(differenceQty)}`}
        </span>
      )}
    </>
  );
}

function DeskHead({ data }: { data: CountDesk }): ReactNode {
  const counted = data.lines.filter(({ countedQty }) => countedQty !== null).length;
  return (
    <header className="iv-head">
      <h1 className="wb-detail-name">{data.countNo}</h1>
      <CopyButton text={data.countNo} what="盘点单号" />
      <StateTag lifecycle={stockCountLifecycle} state={data.status} />
      <HelpButton />
      <span className="iv-weak">
        {data.warehouse} · 已盘 {counted} / {data.lines.length} 行{data.isBlind ? ' · 盲盘' : ''}
      </span>
      <span className="wb-actions">
        <MoveButtons
          lifecycle={stockCountLifecycle}
          row={data}
          more={[PRINT_ACTION]}
          visible={2}
          onDone={() => void refreshResource(stockCount)}
        />
      </span>
    </header>
  );
}
