import type { ReactNode } from 'react';
import { CopiedText, DetailPage, linesOf, type FactGroup } from '#kit/web/index.ts';
import { returnLine, returnOrder } from '../../model/return-order.ts';
import { usePrintReturn } from './print-returns.tsx';
import { RETURN_DIALOGS } from './lazy-return-dialogs.ts';
import { ReturnAround } from './return-around.tsx';
import { CreditNotes, ReturnAmounts, ReturnLinks, ReturnMovements, ReturnNext } from './return-aside.tsx';
import { returnStory } from '../aftersales-slots.ts';
import { ReturnGoods } from './return-goods.tsx';
import { offeredReturnMoves } from './return-moves.ts';
import type { ReturnDetailRow } from './return-row.ts';
import '../aftersales.css';

/** 退货单: goods first with what was found of them, then money, movements and story; at the right what is next. */
export function ReturnDetail(): ReactNode {
  const paperOf = usePrintReturn();
  return (
    <DetailPage<typeof returnOrder, ReturnDetailRow>
      of={returnOrder}
      tags={(row) => <span className="wb-detail-kind">{row.type_dictText}</span>}
      moves={offeredReturnMoves}
      dialogs={RETURN_DIALOGS}
      actions={paperOf}
      visible={3}
      next={(row) => <ReturnNext row={row} />}
      aside={(row) => (
        <>
          <ReturnLinks row={row} />
          <ReturnAmounts row={row} />
        </>
      )}
      lines={(row) => (
        <>
          <ReturnGoods row={row} lines={linesOf(row, returnLine)} />
          <ReturnAround row={row} />
          <CreditNotes notes={row.creditNotes ?? []} />
        </>
      )}
      groups={GROUPS}
      facts={{
        raNo: ({ raNo }) => raNo && <CopiedText text={raNo} what="RA号" />,
        trackingNo: ({ trackingNo }) => trackingNo && <CopiedText text={trackingNo} what="退货运单号" />,
      }}
      below={(row) => (
        <>
          <ReturnMovements row={row} />
          <returnStory.Outlet returnId={row.id} />
        </>
      )}
    />
  );
}

const GROUPS: readonly FactGroup<ReturnDetailRow>[] = [
  {
    title: '申请',
    keys: ['reasonId', 'fault', 'requestedAt', 'approvedBy', 'approvedAt', 'remark', 'photos'],
  },
  {
    title: '包裹',
    keys: ['raNo', 'channelRaNo', 'returnLabelBy', 'carrier', 'trackingNo', 'warehouseId', 'dueAt'],
  },
  {
    title: '收货与质检',
    keys: ['receivedBy', 'receivedAt', 'overReason', 'inspectedBy', 'inspectedAt'],
  },
  { title: '处置', keys: ['disposedBy', 'disposedAt', 'disposalApprovedBy'] },
];
