import { Alert } from 'antd';
import type { ReactNode } from 'react';
import { FactPart, MoveDialog, tenantDay, useSession, type MoveDialogProps } from '#kit/web/index.ts';
import { priceRecord } from '../../model/pricing/price-record.ts';

const FACTS = [
  'channelProductId',
  'accountId',
  'type',
  'previousValue',
  'value',
  'changePct',
  'effectiveFrom',
  'approvedBy',
] as const;

/** What is handed over, or noted: which listing of which shop, from what to what, and from which day on. */
const Subject = ({ row }: Pick<MoveDialogProps, 'row'>): ReactNode => (
  <FactPart of={priceRecord} row={row} title="调价" keys={FACTS} />
);

/** 提报: it goes into the file for the marketplace and cannot be withdrawn any more; who does it sees what. */
function Propose(props: MoveDialogProps): ReactNode {
  const { user } = useSession();
  return (
    <MoveDialog {...props}>
      <p>由 {user.realname} 提报 1 个调价，进入“待平台生效”后不能撤回；接着下载提报文件，到平台后台上传。</p>
      <Subject row={props.row} />
    </MoveDialog>
  );
}

/** 确认已生效: only from its day on; before that it says which day that is. */
function Acknowledge(props: MoveDialogProps): ReactNode {
  const day = String(props.row['effectiveFrom'] ?? '');
  return (
    <MoveDialog {...props}>
      {day > tenantDay() && (
        <Alert
          type="warning"
          showIcon
          className="wb-move-warning"
          title={`生效日是 ${day}，还没到；到那天平台生效后再确认`}
        />
      )}
      <Subject row={props.row} />
    </MoveDialog>
  );
}

/** Moves of a price that show what they are made of before they are made. */
export const PRICE_DIALOGS = { propose: Propose, acknowledge: Acknowledge };
