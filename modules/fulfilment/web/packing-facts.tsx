import { Button } from 'antd';
import type { ReactNode } from 'react';
import { FactList, type Fact } from '#kit/web/index.ts';
import type { Packing, PackingLine } from '../model/routes.ts';
import { documentKind, noticeStatus } from '../model/shipment.ts';
import { openDocument } from './papers.ts';

/** Where a shipment goes, as what, and its papers. */
export function PackingFacts({ data }: { data: Packing }): ReactNode {
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
export function PackingLines({
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
