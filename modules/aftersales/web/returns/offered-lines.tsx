import { Alert, Select } from 'antd';
import type { ReactNode } from 'react';
import { grouped, useDictOptions } from '#kit/web/index.ts';
import { returnOutcome, type ReturnOutcome } from '../../model/return-order.ts';
import type { OfferedLine, ReturnOffer } from '../../model/return-routes.ts';
import { Units } from './counted-units.tsx';
import '../aftersales.css';

/** What of a line is asked for. */
export interface RequestedLine {
  qty: number;
  outcome: ReturnOutcome | null;
}

/** What is to be known before anything is asked for. */
export function OfferNotices({ offer, open }: { offer: ReturnOffer; open: readonly OfferedLine[] }): ReactNode {
  return (
    <>
      {open.length === 0 && (
        <Alert type="info" showIcon className="as-note" title="没有还能退的商品：未发货，或都已申请过退货。" />
      )}
      {offer.isLate && (
        <Alert
          type="warning"
          showIcon
          className="as-note"
          title={`平台的退货期到 ${offer.returnUntil}，已经过了；仍可提交，由审核人决定。`}
        />
      )}
      {offer.isLost && (
        <Alert type="warning" showIcon className="as-note" title="这张订单有包裹丢失：没有货退回的，类型选“仅退款”。" />
      )}
    </>
  );
}

/** A line of the order, and how much of it comes back. */
export function OfferedRow({
  line,
  currency,
  wanted,
  type,
  onPut,
}: {
  line: OfferedLine;
  currency: string;
  wanted: RequestedLine;
  type: string | undefined;
  onPut: (part: Partial<RequestedLine>) => void;
}): ReactNode {
  const outcomes = useDictOptions(returnOutcome);
  const { channelSku, name, qtyShipped, qtyReturned, qtyOpen, returnable, creditable } = line;
  const isBeyond = wanted.qty > returnable;
  return (
    <li>
      <div className="as-offered-words">
        <strong>{name}</strong>
        <span className="as-weak">
          {channelSku} · 已发 {qtyShipped}
          {qtyReturned > 0 && ` · 已退 ${qtyReturned}`}
          {qtyOpen > 0 && ` · 退货中 ${qtyOpen}`} · 可退款 {grouped(creditable)} {currency}
        </span>
        {isBeyond && <span className="as-bad">最多还能退 {returnable} 件</span>}
      </div>
      <Units
        code={channelSku}
        title={`应退（可退 ${returnable}）`}
        units={wanted.qty}
        isWrong={isBeyond}
        onUnits={(qty) => onPut({ qty })}
      />
      <Select
        allowClear
        aria-label={`${channelSku} 处理方式`}
        placeholder={type === 'exchange' ? '换货' : '退款'}
        value={wanted.outcome}
        options={outcomes}
        onChange={(outcome: ReturnOutcome | undefined) => onPut({ outcome: outcome ?? null })}
      />
    </li>
  );
}
