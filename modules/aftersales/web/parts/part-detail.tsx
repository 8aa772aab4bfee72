import { addressKeys } from '#kit/model/address.ts';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import type { ReactNode } from 'react';
import {
  fetchRoute,
  CopyButton,
  DetailPage,
  detailPath,
  FactPart,
  grouped,
  keyOf,
  linesOf,
  NextStep,
  PictureTile,
  readFiles,
  SourceLink,
  StateTag,
  usePage,
  usePermission,
  useRow,
  type FactGroup,
  type NextHand,
} from '#kit/web/index.ts';
import { warehouse } from '#modules/base/model/warehouse.ts';
import { salesOrder } from '#modules/orders/model/order.ts';
import { partOrderLifecycle } from '../../model/part-lifecycle.ts';
import { partLine, partOrder } from '../../model/part-order.ts';
import { parcelMatesRoute } from '../../model/part-routes.ts';
import { PART_DIALOGS } from './part-dialogs.ts';
import { printRequests } from './print-requests.ts';
import { partStory } from '../aftersales-slots.ts';
import { PartLines } from './part-lines.tsx';
import { deadlineOf, isShippable, partMoves, type PartDetailRow, type PartLineOfRow } from './part-row.ts';
import { ShipTogether } from './ship-together.tsx';
import './parts.css';

/** 配件补发单: the clock, what is asked for and where it comes from, what may be done. */
export function PartOrderDetail(): ReactNode {
  const mayPrint = usePermission('aftersales:partOrder:print');
  return (
    <DetailPage<typeof partOrder, PartDetailRow>
      of={partOrder}
      called="补件"
      about={(row) => <About row={row} />}
      moves={partMoves}
      dialogs={PART_DIALOGS}
      actions={({ id }) =>
        mayPrint ? [{ key: 'paper', title: '打印拣货单', onClick: () => void printRequests([id]) }] : []
      }
      editPath={(id) => `/orders/part/${id}/edit`}
      next={(row) => <PartNext row={row} lines={linesOf(row, partLine)} />}
      aside={(row) => (
        <>
          <FactPart of={partOrder} row={row} title="收件" keys={addressKeys('shipTo')} />
          <Together row={row} />
        </>
      )}
      lines={(row) => (
        <>
          <PartLines row={row} lines={linesOf(row, partLine)} />
          <RequestFacts row={row} />
        </>
      )}
      groups={GROUPS}
      below={({ id }) => <partStory.Outlet partOrderId={id} />}
    />
  );
}

/** Whose it is, what the channel calls it, and the order that it is for. */
const About = ({ row }: { row: PartDetailRow }): ReactNode => (
  <>
    {row.accountId_dictText} · 平台补件号 {row.channelPartNo}
    {row.channelPartNo && <CopyButton text={row.channelPartNo} what="平台补件号" />}
    {row.orderId && (
      <>
        {' · 订单 '}
        <SourceLink title="看订单" permission="orders:salesOrder:list" path={detailPath(salesOrder, row.orderId)}>
          {row.orderId_dictText}
        </SourceLink>
      </>
    )}
  </>
);

const GROUPS: readonly FactGroup<PartDetailRow>[] = [
  {
    title: '资料',
    keys: [
      'warehouseId',
      'origin',
      'receivedAt',
      'confirmBy',
      'shipBy',
      'extendedTo',
      'extendReason',
      'breachedAt',
      'plannedShipDate',
      'confirmedAt',
      'confirmedBy',
      'carrier',
      'trackingNo',
      'shippedAt',
      'shippedBy',
      'rejectReason',
      'cost',
      'residueLoss',
    ],
  },
];

const NEXT: Readonly<Record<PartDetailRow['status'], string | null>> = {
  draft: '补全内容后提交',
  new: '选好货源后确认；资料不够就请补资料',
  needInfo: '等买家补资料，补齐后点“资料已齐”；时限照常计算',
  confirmed: '按货源备货，填运单号发货',
  breached: '已超过时限，仍可以确认和发货，请尽快',
  shipped: '确认买家收到后关闭',
  closed: null,
  rejected: null,
  cancelled: null,
};

const NEXT_HANDS: Partial<Record<PartDetailRow['status'], NextHand>> = {
  new: { team: '客服', permission: 'aftersales:partOrder:confirm' },
  needInfo: { team: '客服', permission: 'aftersales:partOrder:infoArrived' },
  confirmed: { team: '仓库', permission: 'aftersales:partOrder:ship' },
  shipped: { team: '客服', permission: 'aftersales:partOrder:close' },
};

/** 下一步: the clock, and what stands before it. */
function PartNext({ row, lines }: { row: PartDetailRow; lines: readonly PartLineOfRow[] }): ReactNode {
  const what = NEXT[row.status];
  const seesPlaces = usePermission('base:warehouse:list');
  const { data: place } = useRow(warehouse, seesPlaces ? row.warehouseId : undefined);
  if (what === null) return null;
  const due = deadlineOf(row);
  const unsourced = lines.filter(({ source }) => source === null).length;
  const first =
    row.waitingCount > 0
      ? `先等采购到货：还差 ${grouped(row.waitingCount)} 件`
      : isShippable(row) && unsourced > 0
        ? `先选货源：${unsourced} 种配件还没有货源`
        : undefined;
  return (
    <NextStep
      what={what}
      who={NEXT_HANDS[row.status]}
      first={first}
      by={due ? [{ ...due, what: row.extendedTo ? `${due.what}（已延期）` : due.what }] : []}
      zone={place?.timezone}
      place="仓库"
    />
  );
}

/** Others that could go in the same parcel. */
function Together({ row }: { row: PartDetailRow }): ReactNode {
  const mayShip = usePermission('aftersales:partOrder:ship');
  const { data = [] } = useQuery({
    queryKey: keyOf(partOrder, 'together', row.id),
    queryFn: ({ signal }) => fetchRoute(parcelMatesRoute, { params: { id: row.id }, signal }),
    enabled: isShippable(row) || row.status === 'new',
    staleTime: 0,
  });
  const { open } = usePage();
  if (data.length === 0) return null;
  return (
    <section className="wb-detail-part" aria-label="同一地址">
      <h2>
        同一地址<span className="wb-part-count">{data.length}</span>
      </h2>
      <ul className="as-rows">
        {data.map((mate) => (
          <li key={mate.id}>
            <Button type="link" size="small" onClick={() => open(`/orders/part/${mate.id}`)}>
              {mate.partOrderNo}
            </Button>
            <StateTag lifecycle={partOrderLifecycle} state={mate.status} />
            <span className="as-weak">{mate.itemSummary}</span>
          </li>
        ))}
      </ul>
      {mayShip && isShippable(row) && <ShipTogether row={row} mates={data.filter(({ isReady }) => isReady)} />}
    </section>
  );
}

/** What was asked, said and shown. */
function RequestFacts({ row }: { row: PartDetailRow }): ReactNode {
  const photos = readFiles(row.photos);
  const texts = [
    ...(row.askedInfo ? [`需补充的资料：${row.askedInfo}`] : []),
    ...(row.infoNote ? [`补充的资料：${row.infoNote}`] : []),
    ...(row.reasonText ? [`说明：${row.reasonText}`] : []),
    ...(row.remark ? [`备注：${row.remark}`] : []),
  ];
  if (texts.length === 0 && photos.length === 0) return null;
  return (
    <section className="wb-detail-part">
      <h2>说明与照片</h2>
      {row.status === 'needInfo' && (
        <Alert type="warning" showIcon className="as-dialog-note" title="等资料期间时限照常计算" />
      )}
      {texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {photos.length > 0 && (
        <ul className="as-photos" aria-label="照片">
          {photos.map(({ filePath, fileName }) => (
            <li key={filePath}>
              <PictureTile path={filePath} alt={fileName} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
