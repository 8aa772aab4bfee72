import { useQuery } from '@tanstack/react-query';
import { Button, Segmented, Skeleton } from 'antd';
import { useEffect, useState, type ReactNode } from 'react';
import type { AnyLifecycle } from '#kit/model/lifecycle.ts';
import { movePermission } from '#kit/model/lifecycle.ts';
import {
  fetchRoute,
  BlankState,
  CopyButton,
  cue,
  detailPath,
  HelpButton,
  keyOf,
  MoveButtons,
  PRINT_ACTION,
  refreshResource,
  ScanBox,
  StateTag,
  useDictOptions,
  usePage,
  usePageTitle,
  usePermission,
  type MoveDialogProps,
  type ScanMessage,
} from '#kit/web/index.ts';
import { shortNumber } from '#ui/scan/short-number.ts';
import { lineOfScan } from '../model/desk-goods.ts';
import type { inboundDeskRoute, ReceiveDesk, ReceivedLine, transferDeskRoute } from '../model/receive-routes.ts';
import { stockCondition } from '../model/stock.ts';
import { GoodsLines } from './goods-lines.tsx';
import { receiptOrigin } from './receipt-slots.ts';
import { useReceiving, type Receiving } from './use-receiving.ts';

export interface ReceiveDeskProps {
  lifecycle: AnyLifecycle;
  route: typeof transferDeskRoute | typeof inboundDeskRoute;
  id: string;
  /** What the number of the document is called. */
  numberTitle: string;
}

/** 收货台: what has come is scanned or typed, line by line, and taken in as a whole. */
export function ReceiveDeskPage(props: ReceiveDeskProps): ReactNode {
  const { lifecycle, route, id } = props;
  const { data, error, refetch } = useQuery({
    queryKey: keyOf(lifecycle.of, 'desk', id),
    queryFn: ({ signal }) => fetchRoute(route, { params: { id }, signal }),
    staleTime: 0,
  });
  usePageTitle(data ? `收货 ${data.number}` : undefined);
  if (error && !data)
    return (
      <BlankState
        tone="bad"
        title={<h1>收货台打不开</h1>}
        text={error.message}
        actions={<Button onClick={() => void refetch()}>重试</Button>}
      />
    );
  if (!data) return <Skeleton active className="wb-page-wait" />;
  return <Desk {...props} data={data} />;
}

function Desk(props: ReceiveDeskProps & { data: ReceiveDesk }): ReactNode {
  const { lifecycle, data } = props;
  const [condition, setCondition] = useState('good');
  const receiving = useReceiving(lifecycle, data);
  const mayReceive = usePermission(movePermission(lifecycle, 'receive'));
  const conditions = useDictOptions(stockCondition);
  return (
    <article className="iv-desk">
      <DeskHead {...props} />
      {mayReceive && <DeskScan data={data} receiving={receiving} condition={condition} />}
      {mayReceive && (
        <div className="iv-bar">
          <Segmented aria-label="收到的品质" value={condition} options={conditions} onChange={setCondition} />
          <Button onClick={() => receiving.fill(condition)}>未到的全部填入</Button>
        </div>
      )}
      <section className="iv-part">
        <GoodsLines
          label="收货明细"
          marked={receiving.marked}
          disabled={!mayReceive}
          lines={data.lines.map((line) => ({
            id: line.id,
            goods: line.goods,
            title: '本次收到',
            binWord: '放到',
            qty: receiving.qtyOf(line.id, condition),
            fault: receiving.faults.get(line.id),
            onQty: (qty) => receiving.put(line.id, condition, qty),
            words: conditions
              .filter(({ value }) => value !== condition && receiving.qtyOf(line.id, value))
              .map(({ value, label }) => (
                <span key={value}>
                  {label} {receiving.qtyOf(line.id, value)}
                </span>
              )),
            units: <Open line={line} />,
          }))}
        />
      </section>
      {mayReceive && (
        <footer className="iv-foot">
          <span className="iv-weak">本次共 {receiving.total} 件</span>
          <Button
            type="primary"
            disabled={receiving.total === 0}
            loading={receiving.isBusy}
            onClick={() => void receiving.submit()}
          >
            收货
          </Button>
        </footer>
      )}
    </article>
  );
}

/** A quantity is never as long as a code. */
const MOST_DIGITS = 7;

function DeskScan({
  data,
  receiving,
  condition,
}: {
  data: ReceiveDesk;
  receiving: Receiving;
  condition: string;
}): ReactNode {
  const [shown, setMessage] = useState<ScanMessage | null>(null);
  const scan = (number: string): void => {
    const line = lineOfScan(data.lines, number);
    const now: ScanMessage = line
      ? {
          tone: 'done',
          title: `${line.goods.code}　本次 ${receiving.oneMore(line.id, condition)}${toBin(line)}`,
        }
      : {
          tone: 'failed',
          read: number.trim(),
          title: `${shortNumber(number.trim())} 不在这张单里`,
          description: '没有记下，请放到一边。',
        };
    cue(now.tone);
    setMessage(now);
  };
  return (
    <section className="iv-scan" aria-label="扫码">
      <ScanBox
        label="扫码"
        placeholder="扫SKU或条码，每扫一次加一"
        message={shown}
        onNumber={scan}
        isScan={(number, input) => input.inputMode === 'numeric' && number.length > MOST_DIGITS}
      />
    </section>
  );
}

/** Where what was just scanned belongs. */
const toBin = ({ goods }: ReceivedLine): string => (goods.bins?.[0] ? `　放到 ${goods.bins[0]}` : '');

function Open({ line: { planned, received, open } }: { line: ReceivedLine }): ReactNode {
  return (
    <>
      <span>
        已收 {received} / {planned}
      </span>
      <span className={open > 0 ? 'iv-differs' : 'iv-weak'}>{open > 0 ? `未到 ${open}` : '已到齐'}</span>
    </>
  );
}

function DeskHead({ lifecycle, data, numberTitle }: ReceiveDeskProps & { data: ReceiveDesk }): ReactNode {
  return (
    <header className="iv-head">
      <h1 className="wb-detail-name">{data.number}</h1>
      <CopyButton text={data.number} what={numberTitle} />
      <StateTag lifecycle={lifecycle} state={data.status} />
      <HelpButton />
      <span className="iv-weak">
        {data.source ? `${data.source} → ` : ''}
        {data.warehouse}
      </span>
      {data.ref && <receiptOrigin.Outlet {...data.ref} />}
      <span className="wb-actions">
        <MoveButtons
          lifecycle={lifecycle}
          row={{ ...data }}
          moves={Object.keys(lifecycle.moves as object).filter((move) => move !== 'receive')}
          more={[PRINT_ACTION]}
          visible={2}
          onDone={() => void refreshResource(lifecycle.of)}
        />
      </span>
    </header>
  );
}

/** In a list 收货 leads to the desk: nobody receives without looking at the lines. */
export function GoToDesk({ lifecycle, row, onClose }: MoveDialogProps): ReactNode {
  const { open } = usePage();
  useEffect(() => {
    onClose();
    open(detailPath(lifecycle.of, row.id));
    // Once: the page it leads to stays open.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return null;
}
