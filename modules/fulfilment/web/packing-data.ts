import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { get, keyOf, type Row } from '#kit/web/index.ts';
import type { BoxItem } from '../model/carton-plan.ts';
import { shipment } from '../model/shipment.ts';

export interface PackingBox extends Row {
  boxNo: string;
  content: string;
  items: BoxItem[];
  lengthMm: number | null;
  widthMm: number | null;
  heightMm: number | null;
  weightG: number | null;
  dimWeightG: number | null;
  trackingNo: string | null;
  status: string;
  version: number;
}

export interface PackingDocument {
  id: string;
  kind: 'label' | 'packingSlip' | 'bol' | 'customs';
  pages: number | null;
  printedCount: number;
}

export interface PackingLine {
  id: string;
  channelSku: string;
  name: string;
  qty: number;
  qtyPacked: number;
  cartons: { cartonNo: number; label: string }[];
  missing: string[];
}

/** What `GET /fulfilment/shipment/:id/packing` answers. */
export interface Packing extends Row {
  shipmentNo: string;
  orderId: string;
  channelOrderNo: string;
  orderNo: string;
  orderType: string;
  environment: string;
  holds: string[];
  warehouse: string;
  shipMethod: string | null;
  accountOwner: string | null;
  labelSource: string | null;
  status: string;
  version: number;
  class: 'parcel' | 'ltl' | null;
  classReason: string | null;
  trackingNo: string | null;
  carrierCode: string | null;
  pickupDate: string | null;
  customsRequired: boolean;
  customsStored: boolean;
  labelError: string | null;
  labelHold: string | null;
  noticeStatus: string;
  noticeError: string | null;
  shippedAt: string | null;
  lines: PackingLine[];
  boxes: PackingBox[];
  documents: PackingDocument[];
}

const ASK_AGAIN = 3000;

/** Everything the packing desk shows, in one call; asked again while the channel is answering. */
export const usePacking = (id: string): UseQueryResult<Packing, Error> =>
  useQuery({
    queryKey: keyOf(shipment, 'packing', id),
    queryFn: ({ signal }) =>
      get<Packing>(`/fulfilment/shipment/${encodeURIComponent(id)}/packing`, {}, { signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data?.status === 'labelling' || data?.noticeStatus === 'pending' ? ASK_AGAIN : false,
  });
