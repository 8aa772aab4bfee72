import { PrinterOutlined } from '@ant-design/icons';
import { Button, Dropdown, Skeleton, Steps } from 'antd';
import type { ReactNode } from 'react';
import {
  ApartTag,
  BlankState,
  FactList,
  HelpButton,
  MoveButtons,
  PRINT_ACTION,
  refreshResource,
  StateTag,
  useIsMobile,
  usePage,
  usePageTitle,
  usePermission,
  type Fact,
} from '#kit/web/index.ts';
import { SANDBOX_HINT, salesOrder } from '#modules/orders/model/order.ts';
import { shipmentLifecycle, type ShipmentMove } from '../model/shipment-lifecycle.ts';
import { box, documentKind, noticeStatus, shipment } from '../model/shipment.ts';
import { isWronglyLabelled, labelMoves } from './offered-moves.ts';
import { PackingBoxes } from './packing-boxes.tsx';
import { PAPERS, type Packing, type PackingLine, type Paper } from '../model/routes.ts';
import { usePacking } from './packing-data.ts';
import { PackingNotices } from './packing-notices.tsx';
import { openDocument, print } from './papers.ts';
import { RepackDialog } from './repack-dialog.tsx';
import './packing.css';

/** 打包台: one screen from the first carton to the truck. */
export function PackingDesk(): ReactNode {
  const { params, close } = usePage();
  const id = params['id'] ?? '';
  const { data, error, refetch } = usePacking(id);
  usePageTitle(data ? `打包 ${data.shipmentNo}` : undefined);
  if (error && !data)
    return (
      <BlankState
        tone="bad"
        title={<h1>发货单打不开</h1>}
        text={error.message}
        actions={
          <>
            <Button type="primary" onClick={() => void refetch()}>
              重试
            </Button>
            <Button onClick={close}>关闭此页</Button>
          </>
        }
      />
    );
  if (!data) return <Skeleton active className="wb-page-wait" />;
  const refresh = (): void => {
    for (const resource of [shipment, box, salesOrder]) void refreshResource(resource);
  };
  return (
    <article className="pk-desk">
      <PackingHead data={data} onDone={refresh} />
      <PackingSteps status={data.status} />
      <PackingNotices data={data} onDone={refresh} />
      <Facts data={data} />
      <Lines lines={data.lines} hasBoxes={data.boxes.length > 0} />
      <PackingBoxes data={data} onDone={refresh} />
    </article>
  );
}

/** 全部封箱 stands with the boxes: it stores what is typed on them first. */
const movesOf = (data: Packing): readonly ShipmentMove[] => [
  'pack',
  ...labelMoves(data),
  'reopen',
  'scan',
  'deliver',
  'voidShipment',
];

function PackingHead({ data, onDone }: { data: Packing; onDone: () => void }): ReactNode {
  const { open } = usePage();
  const isMobile = useIsMobile();
  const hasBoxes = data.boxes.length > 0;
  return (
    <header className="pk-head">
      <h1 className="wb-detail-name">{data.shipmentNo}</h1>
      <StateTag lifecycle={shipmentLifecycle} state={data.status} />
      <ApartTag of={shipment} row={data} hint={SANDBOX_HINT} />
      <HelpButton />
      <Button type="link" size="small" onClick={() => open(`/orders/${data.orderId}`)}>
        PO {data.channelOrderNo}
      </Button>
      <span className="wb-actions pk-moves">
        <MoveButtons
          lifecycle={shipmentLifecycle}
          row={data}
          moves={movesOf(data)}
          dialogs={hasBoxes ? { pack: RepackDialog } : undefined}
          more={[PRINT_ACTION]}
          visible={isMobile ? 2 : 3}
          look={isNextElsewhere(data) ? 'plain' : 'buttons'}
          onDone={onDone}
        />
        <PrintMenu id={data.id} hasBoxes={hasBoxes} />
      </span>
    </header>
  );
}

/**
 * The button that calls stands elsewhere: 全部封箱 with the boxes (packing again starts over), or in
 * the notice about what has to be settled before anything leaves.
 */
const isNextElsewhere = (data: Packing): boolean =>
  (data.status === 'packing' && data.boxes.length > 0) ||
  data.holds.length > 0 ||
  data.labelHold !== null ||
  (data.customsRequired && !data.customsStored) ||
  (data.status === 'labelled' && isWronglyLabelled(data));

function PrintMenu({ id, hasBoxes }: { id: string; hasBoxes: boolean }): ReactNode {
  const mayPrint = usePermission('fulfilment:shipment:print');
  if (!mayPrint) return null;
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{
        items: (Object.keys(PAPERS) as Paper[]).map((paper) => ({
          key: paper,
          label: PAPERS[paper].summary,
          disabled: !hasBoxes && (paper === 'printLabels' || paper === 'printBoxMarks'),
        })),
        onClick: ({ key }) => void print(key as Paper, [id]),
      }}
    >
      <Button icon={<PrinterOutlined aria-hidden />}>打印</Button>
    </Dropdown>
  );
}

const STEPS: readonly [title: string, states: readonly string[]][] = [
  ['装箱', ['draft', 'packing']],
  ['面单', ['packed', 'labelling']],
  ['出库', ['labelled']],
  ['已出库', ['shipped', 'inTransit', 'delivered']],
];

function PackingSteps({ status }: { status: string }): ReactNode {
  const at = STEPS.findIndex(([, states]) => states.includes(status));
  if (at < 0) return null;
  return (
    <Steps
      className="pk-steps"
      size="small"
      responsive={false}
      current={at === STEPS.length - 1 ? STEPS.length : at}
      items={STEPS.map(([title]) => ({ title }))}
    />
  );
}

function Facts({ data }: { data: Packing }): ReactNode {
  const notices = noticeStatus.items as Readonly<Record<string, string>>;
  const facts: Fact[] = [
    { key: 'warehouse', title: '仓库', value: data.warehouse },
    { key: 'shipMethod', title: '物流渠道', value: data.shipMethod },
    { key: 'class', title: '类型', value: <ShipClass data={data} /> },
    // A number of several breaks between two, never within one.
    { key: 'trackingNo', title: '运单号', value: data.trackingNo?.replaceAll(',', ', ') },
    { key: 'pickupDate', title: '提货时间', value: data.pickupDate },
    { key: 'documents', title: '单据', value: <Documents data={data} /> },
  ];
  if (data.shippedAt)
    facts.push(
      { key: 'shippedAt', title: '出库时间', value: data.shippedAt },
      { key: 'notice', title: 'ASN状态', value: notices[data.noticeStatus] ?? data.noticeStatus },
    );
  return <FactList facts={facts} className="pk-part" />;
}

/** Parcel or freight, with the reason a packer can check. */
function ShipClass({ data }: { data: Packing }): ReactNode {
  if (data.class === null) return <span className="pk-weak">装箱后判定</span>;
  return (
    <>
      <strong className={data.class === 'ltl' ? 'pk-ltl' : undefined}>
        {data.class === 'ltl' ? '零担' : '小包裹'}
      </strong>
      {data.classReason && <span className="pk-weak">　{data.classReason}</span>}
    </>
  );
}

function Documents({ data }: { data: Packing }): ReactNode {
  const titles = documentKind.items as Readonly<Record<string, string>>;
  const last = new Map(data.documents.map((document) => [document.kind, document]));
  if (last.size === 0) return <span className="wb-none">—</span>;
  return [...last.values()].map(({ kind, pages, printedCount }) => (
    <Button
      key={kind}
      type="link"
      size="small"
      className="pk-document"
      onClick={() => void openDocument(data.id, kind)}
    >
      {titles[kind] ?? kind}
      {pages ? ` ${pages}页` : ''}
      {printedCount > 0 ? `（已打印${printedCount}次）` : ''}
    </Button>
  ));
}

/** What is to be packed and what still lacks a carton. */
function Lines({
  lines,
  hasBoxes,
}: {
  lines: readonly PackingLine[];
  hasBoxes: boolean;
}): ReactNode {
  return (
    <ul className="pk-part pk-lines" aria-label="商品">
      {lines.map((line) => (
        <li key={line.id}>
          <strong className="pk-line-sku">{line.channelSku}</strong>
          <span className="pk-line-name">{line.name}</span>
          <span className="pk-line-count">
            已装 <strong>{line.qtyPacked}</strong> / {line.qty} 件
          </span>
          <span className="pk-line-state">
            <LineState line={line} hasBoxes={hasBoxes} />
          </span>
        </li>
      ))}
    </ul>
  );
}

function LineState({ line, hasBoxes }: { line: PackingLine; hasBoxes: boolean }): ReactNode {
  if (line.cartons.length === 0) return <span className="pk-missing">没有箱规，请先维护箱规</span>;
  if (line.missing.length === 0) return <span className="pk-whole">箱子齐全</span>;
  if (hasBoxes) return <span className="pk-missing">{line.missing.join('；')}</span>;
  return <span className="pk-weak">每件 {line.cartons.length} 箱</span>;
}
