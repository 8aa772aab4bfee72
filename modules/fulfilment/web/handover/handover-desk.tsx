import { PrinterOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Skeleton } from 'antd';
import { useState, type ReactNode } from 'react';
import { gramsToPounds } from '#kit/model/unit.ts';
import {
  BlankState,
  CopyButton,
  detailPath,
  HelpButton,
  keyOf,
  MoveButtons,
  openFrom,
  PartTable,
  pictureFrom,
  refreshResource,
  RowFault,
  ScanBox,
  StateTag,
  toastError,
  TimeLeft,
  usePage,
  usePageTitle,
  usePermission,
  PersonName,
} from '#kit/web/index.ts';
import {
  printHandoverRoute,
  signatureRoute,
  type HandoverBoxRow,
  type HandoverDesk,
} from '../../model/handover-routes.ts';
import { handover, handoverLifecycle } from '../../model/handover.ts';
import { shipment } from '../../model/shipment.ts';
import { useHandoverDesk, useListing, type Listing } from './handover-data.ts';
import { HandOverDialog } from './hand-over-dialog.tsx';
import './handover.css';

/** 交接台: boxes are scanned, the driver signs, what stays is named. */
export function HandoverDeskPage(): ReactNode {
  const id = usePage().params['id'] ?? '';
  const { data, error, refetch } = useHandoverDesk(id);
  usePageTitle(data ? `交接 ${data.handoverNo}` : undefined);
  if (error && !data) return <RowFault of={handover} error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active className="wb-page-wait" />;
  return <Desk key={id} desk={data} />;
}

const OUTCOMES = { listed: '待交接', left: '已交接', refused: '未交接' } as const;

function Desk({ desk }: { desk: HandoverDesk }): ReactNode {
  const listing = useListing(desk.id);
  const mayScan = usePermission('fulfilment:handover:scan');
  const mayHandOver = usePermission('fulfilment:handover:handOver');
  const [isClosing, setClosing] = useState(false);
  const isDraft = desk.status === 'draft';
  const isOpen = isDraft || desk.status === 'closing';
  return (
    <article className="ho-desk">
      <DeskHead desk={desk} />
      {desk.status === 'closing' && (
        <Alert
          type="warning"
          showIcon
          className="ho-note"
          title="上次交接没有做完：已出库的不会重复，点“继续交接”做完其余的。"
        />
      )}
      {isDraft && mayScan && <Scanning desk={desk} listing={listing} />}
      <Notices desk={desk} />
      <Boxes desk={desk} listing={listing} mayDrop={isDraft && mayScan} />
      {!isOpen && <Signed desk={desk} />}
      {isOpen && mayHandOver && desk.boxes.length > 0 && (
        <footer className="ho-foot">
          <span className="ho-weak">
            {desk.boxCount} 箱 · {gramsToPounds(desk.weightG)} lb
          </span>
          <Button type="primary" size="large" onClick={() => setClosing(true)}>
            {isDraft ? '交接完成' : '继续交接'}
          </Button>
        </footer>
      )}
      {isClosing && <HandOverDialog desk={desk} onClose={() => setClosing(false)} />}
    </article>
  );
}

function DeskHead({ desk }: { desk: HandoverDesk }): ReactNode {
  const mayPrint = usePermission('fulfilment:shipment:print');
  const isOpen = desk.status === 'draft' || desk.status === 'closing';
  // What stays behind is on no paper.
  const hasPaper = desk.boxes.some(({ outcome }) => outcome !== 'refused');
  return (
    <header className="ho-head">
      <h1 className="wb-detail-name">{desk.handoverNo}</h1>
      <CopyButton text={desk.handoverNo} what="清单号" />
      <StateTag lifecycle={handoverLifecycle} state={desk.status} />
      <HelpButton />
      <span className="ho-weak">
        {desk.warehouse} · {desk.shipMethod ?? '不限渠道'} · {desk.day}
        {isOpen && (
          <>
            {' '}
            · 截单 <TimeLeft until={desk.cutoffAt} nearHours={2} />
          </>
        )}
      </span>
      <span className="wb-actions">
        {mayPrint && (
          <Button
            disabled={!hasPaper}
            title={hasPaper ? undefined : '清单里没有箱子，先扫箱或带入，再打印'}
            icon={<PrinterOutlined aria-hidden />}
            onClick={() => void openFrom(printHandoverRoute, { params: { id: desk.id } }).catch(toastError)}
          >
            打印
          </Button>
        )}
        <MoveButtons
          lifecycle={handoverLifecycle}
          row={desk}
          visible={1}
          look="plain"
          onDone={() => void refreshResource(handover)}
        />
      </span>
    </header>
  );
}

function Scanning({ desk, listing }: { desk: HandoverDesk; listing: Listing }): ReactNode {
  return (
    <section className="ho-scan" aria-label="扫箱">
      <ScanBox
        label="扫码"
        placeholder="扫箱号或运单号"
        message={listing.said}
        turns={listing.turns}
        onNumber={listing.scan}
      />
      {desk.waiting > 0 && (
        <Button disabled={listing.isBusy} onClick={listing.collect}>
          带入待出库的 {desk.waiting} 箱
        </Button>
      )}
    </section>
  );
}

/** What will not leave as it stands: said by number, before anybody signs. */
function Notices({ desk }: { desk: HandoverDesk }): ReactNode {
  return desk.missing.map(({ shipmentId, shipmentNo, boxNos }) => (
    <Alert
      key={shipmentId}
      type="warning"
      showIcon
      className="ho-note"
      title={`${shipmentNo} 还缺 ${boxNos.length} 箱：${boxNos.join('、')}。缺箱时整单不出库。`}
    />
  ));
}

function Boxes({ desk, listing, mayDrop }: { desk: HandoverDesk; listing: Listing; mayDrop: boolean }): ReactNode {
  const page = usePage();
  if (desk.boxes.length === 0) return <NoBoxes desk={desk} mayScan={mayDrop} />;
  const row = (one: HandoverBoxRow) => ({
    key: one.id,
    cells: [
      one.boxNo,
      one.trackingNo ?? '—',
      <Button key="shipment" type="link" size="small" onClick={() => page.open(detailPath(shipment, one.shipmentId))}>
        {one.shipmentNo}
      </Button>,
      one.weightG ? `${gramsToPounds(one.weightG)} lb` : '—',
      <span key="outcome" className={one.reason ? 'ho-bad' : ''}>
        {OUTCOMES[one.outcome]}
        {one.reason && `：${one.reason}`}
      </span>,
      ...(mayDrop
        ? [
            <Button
              key="drop"
              size="small"
              disabled={listing.isBusy}
              aria-label={`移出 ${one.boxNo}`}
              onClick={() => listing.drop([one.boxId])}
            >
              移出
            </Button>,
          ]
        : []),
    ],
  });
  return (
    <section className="ho-part">
      <h2>
        箱子<span className="wb-part-count">{desk.boxes.length}</span>
      </h2>
      <PartTable
        label="箱子"
        head={[
          { title: '箱号' },
          { title: '运单号' },
          { title: '发货单' },
          { title: '重量', isFigure: true },
          { title: '结果' },
          ...(mayDrop ? [{ title: '操作' }] : []),
        ]}
        rows={desk.boxes.map(row)}
      />
    </section>
  );
}

/** Why a list is empty, and what to do about it. */
function NoBoxes({ desk, mayScan }: { desk: HandoverDesk; mayScan: boolean }): ReactNode {
  const page = usePage();
  const maySee = usePermission('fulfilment:shipment:list');
  if (desk.status !== 'draft') return <BlankState title="清单里没有箱子" />;
  if (desk.waiting > 0)
    return (
      <BlankState
        title={`清单里还没有箱子，有 ${desk.waiting} 箱待出库`}
        text={
          mayScan
            ? `点“带入待出库的 ${desk.waiting} 箱”一次放入，或逐箱扫描箱号、运单号。`
            : '由仓库扫描箱号或运单号放入。'
        }
      />
    );
  return (
    <BlankState
      title="没有可以交接的箱子"
      text={`${desk.warehouse} · ${desk.shipMethod ?? '不限渠道'} 现在没有面单就绪、还不在清单里的箱子：装箱、封箱、拿到面单之后，发货单到“待出库”才能交接。`}
      actions={maySee && <Button onClick={() => page.open('/orders/shipment?tab=labelling')}>看待面单的发货单</Button>}
    />
  );
}

function Signed({ desk }: { desk: HandoverDesk }): ReactNode {
  const { data } = useQuery({
    queryKey: keyOf(handover, 'signature', desk.id, desk.handedAt),
    queryFn: ({ signal }) => pictureFrom(signatureRoute, { id: desk.id }, signal),
    enabled: desk.hasSignature,
  });
  if (!desk.driver) return null;
  return (
    <section className="ho-part">
      <h2>签收</h2>
      <p>
        司机 {desk.driver}
        {desk.plate && ` · ${desk.plate}`}
        {desk.signedBy && ` · 签收人 ${desk.signedBy}`} · {desk.handedAt} · 经手{' '}
        {desk.handedBy && <PersonName username={desk.handedBy} />}
      </p>
      {data && <img className="ho-signature" src={data} alt="司机签名" />}
    </section>
  );
}
