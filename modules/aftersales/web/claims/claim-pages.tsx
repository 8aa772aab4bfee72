import type { ReactNode } from 'react';
import type { WireRow } from '#kit/model/row.ts';
import {
  DraftDrawer,
  ListPage,
  QuickChip,
  QuickGroup,
  tenantDay,
  TimeLeft,
  useIsMobile,
  type ColumnSpec,
  type ListHandle,
} from '#kit/web/index.ts';
import { claim, claimLifecycle } from '../../model/claim.ts';

type ClaimRow = WireRow<typeof claim> & { barred?: Readonly<Record<string, string>> };

/** 找回已结清 stands only where a parcel was found. */
const offeredClaimMoves = ({ barred }: ClaimRow): readonly string[] =>
  Object.keys(claimLifecycle.moves).filter((move) => barred?.[move] === undefined);

/** A draft: whom we ask, for what, and the goods with the value that is asked. */
export const ClaimForm = (props: { id?: string | undefined; onClose: () => void }): ReactNode => (
  <DraftDrawer
    of={claim}
    note="索赔单价填货值；运费、退款等其他损失填“运费及其他”。传好举证材料、保存后点“登记提交”"
    {...props}
  />
);

/** The day that is waited for now: to submit, then to be answered; null: none any more. */
const nextDay = ({ status, nextOn }: ClaimRow): { what: string; on: string } | null =>
  nextOn ? { what: status === 'draft' ? '提交截止' : '答复期限', on: nextOn } : null;

const dayText = (row: ClaimRow): string => {
  const next = nextDay(row);
  return next ? `${next.what} ${next.on}` : '';
};

/** From how many hours before a day it is near: a week. */
const NEAR_HOURS = 168;

const DUE: ColumnSpec<ClaimRow> = {
  key: 'nextOn',
  title: '倒计时',
  width: 156,
  isBlank: (row) => nextDay(row) === null,
  render: (row) => {
    const next = nextDay(row);
    return next ? <TimeLeft until={`${next.on} 23:59:59`} nearHours={NEAR_HOURS} /> : '—';
  },
  under: [
    {
      key: 'dueWord',
      title: '截止',
      width: 140,
      isBlank: (row) => nextDay(row) === null,
      text: dayText,
      render: dayText,
    },
  ],
};
const PARTY: ColumnSpec<ClaimRow> = {
  key: 'party',
  width: 180,
  text: (row) => partyText(row),
  render: (row) => partyText(row),
  under: ['cause'],
};

/** Whom we ask, by name where they have one. */
const partyText = ({ party_dictText, supplierId_dictText, carrierCode }: ClaimRow): string =>
  [party_dictText, supplierId_dictText ?? carrierCode].filter(Boolean).join(' ');

const COLUMNS: readonly ColumnSpec<ClaimRow>[] = [
  { key: 'claimNo', width: 140, under: ['refNo'] },
  { key: 'status', width: 110, under: ['outcome'] },
  DUE,
  PARTY,
  { key: 'orderId', width: 150, under: ['shipmentId', 'returnId'] },
  {
    key: 'total',
    width: 124,
    under: [
      {
        key: 'paidTotal',
        render: (row) => (Number(row.paidTotal ?? 0) > 0 ? `已赔 ${row.paidTotal}` : null),
      },
    ],
  },
  { key: 'warehouseId', width: 140, under: ['accountId'] },
  { key: 'createTime', hiddenByDefault: true },
];

/** A card says first whom we ask, then until when. */
const CARD_COLUMNS = [...COLUMNS.slice(0, 2), PARTY, DUE, ...COLUMNS.slice(4)];

/** 索赔: whom we asked, how much came, and until when something has to be done. */
export const ClaimList = (): ReactNode => (
  <ListPage<typeof claim, ClaimRow>
    of={claim}
    form={ClaimForm}
    sort={{ field: 'nextOn', order: 'asc' }}
    columns={useIsMobile() ? CARD_COLUMNS : COLUMNS}
    moves={offeredClaimMoves}
    quick={{
      names: (filters) => (filters['remindOn_end'] ? ['remindOn_end'] : []),
      show: (list) => <ToChase list={list} />,
    }}
    emptyText="包裹丢失、破损或货物有质量问题时，从发货单、退货单登记一张索赔，在时限内提交。"
  />
);

/** Those of which the days of their party say that it is time. */
function ToChase({ list }: { list: ListHandle<ClaimRow> }): ReactNode {
  const { filters } = list.params;
  const isOn = filters['remindOn_end'] !== undefined;
  return (
    <QuickGroup title="提醒">
      <QuickChip
        isOn={isOn}
        title="提交截止或答复期限快到，按“索赔时限”里的提醒天数"
        onClick={() => list.setFilters({ ...filters, remindOn_end: isOn ? undefined : tenantDay() })}
      >
        该提交或催办
      </QuickChip>
    </QuickGroup>
  );
}
