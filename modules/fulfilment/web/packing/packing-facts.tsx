import { Button } from 'antd';
import type { ReactNode } from 'react';
import { CopiedText, FactList, SourceLink, type Fact } from '#kit/web/index.ts';
import { gramsToPounds } from '#kit/model/unit.ts';
import type { Packing } from '../../model/routes.ts';
import { documentKind, noticeStatus } from '../../model/shipment.ts';
import { ledgerPath } from '../ledger-path.ts';
import { openDocument } from '../papers.ts';

/** Where a shipment goes, as what, and its papers; what is not known yet is left out. */
export function PackingFacts({ data }: { data: Packing }): ReactNode {
  const facts: Fact[] = [
    { key: 'joint', title: '合并发货', value: data.partners.length > 0 && <Joint data={data} /> },
    { key: 'warehouse', title: '仓库', value: data.warehouse },
    { key: 'shipMethod', title: '物流渠道', value: data.shipMethod },
    { key: 'class', title: '类型', value: <ShipClass data={data} /> },
    { key: 'goods', title: '箱数 / 件数', value: <Counts data={data} /> },
    {
      key: 'trackingNo',
      title: '运单号',
      value: data.trackingNo && <CopiedText text={data.trackingNo} what="运单号" />,
    },
    { key: 'carrierCode', title: '承运商代码', value: data.carrierCode },
    { key: 'pickupDate', title: '提货时间', value: data.pickupDate },
    {
      key: 'documents',
      title: '单据',
      value: data.documents.length > 0 && <Documents data={data} />,
    },
    { key: 'shippedAt', title: '出库时间', value: data.shippedAt },
    { key: 'notice', title: 'ASN状态', value: data.shippedAt && <Notice data={data} /> },
  ];
  return <FactList facts={facts.filter(({ value }) => Boolean(value))} className="pk-part" />;
}

/** The orders whose goods leave together. */
function Joint({ data }: { data: Packing }): ReactNode {
  return (
    <>
      共 {data.partners.length + 1} 单，另有{' '}
      {data.partners.map(({ id, orderId, channelOrderNo }, at) => (
        <span key={id}>
          {at > 0 && '、'}
          <SourceLink title="看订单" permission="orders:salesOrder:list" path={`/orders/${orderId}`}>
            {channelOrderNo}
          </SourceLink>
        </span>
      ))}
    </>
  );
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

/** Boxes and units as the ways to their rows: units stand in the ledger once they have left. */
function Counts({ data }: { data: Packing }): ReactNode {
  const ledger = ledgerPath(data);
  const units = `${data.unitCount} 件`;
  return (
    <>
      {data.boxCount > 0 && (
        <>
          <SourceLink title="看箱子" permission="fulfilment:box:list" path={`/orders/box?tab=*&shipmentId=${data.id}`}>
            {data.boxCount} 箱
          </SourceLink>
          {' / '}
        </>
      )}
      {ledger ? (
        <SourceLink title="看库存流水" permission="inventory:stockMovement:list" path={ledger}>
          {units}
        </SourceLink>
      ) : (
        units
      )}
      {data.weightG > 0 && <span className="pk-weak">　{gramsToPounds(data.weightG)} lb</span>}
    </>
  );
}

/** What became of the ship notice leads to its tasks. */
function Notice({ data }: { data: Packing }): ReactNode {
  const notices = noticeStatus.items as Readonly<Record<string, string>>;
  return (
    <SourceLink title="看任务" permission="desk:delivery:list" path={`/tasks?tab=*&aggregate=${data.orderId}`}>
      {notices[data.noticeStatus] ?? data.noticeStatus}
    </SourceLink>
  );
}

function Documents({ data }: { data: Packing }): ReactNode {
  const titles = documentKind.items as Readonly<Record<string, string>>;
  const last = new Map(data.documents.map((document) => [document.kind, document]));
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
