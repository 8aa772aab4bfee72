import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { get, keyOf, type Row } from '#kit/web/index.ts';
import { shipment } from '../model/shipment.ts';

export interface PackingBox extends Row {
  boxNo: string;
  content: string;
  lengthMm: number | null;
  widthMm: number | null;
  heightMm: number | null;
  weightG: number | null;
  trackingNo: string | null;
  status: string;
}

/** What `GET /fulfilment/shipment/:id/packing` answers. */
export interface Packing extends Row {
  shipmentNo: string;
  orderId: string;
  channelOrderNo: string;
  holds: string[];
  warehouse: string;
  shipMethod: string | null;
  status: string;
  class: 'parcel' | 'ltl' | null;
  classReason: string | null;
  trackingNo: string | null;
  pickupDate: string | null;
  customsRequired: boolean;
  customsStored: boolean;
  labelError: string | null;
  labelHold: string | null;
  noticeStatus: string;
  noticeError: string | null;
  lines: {
    id: string;
    channelSku: string;
    name: string;
    qty: number;
    qtyPacked: number;
    cartons: { cartonNo: number; label: string }[];
    missing: string[];
  }[];
  boxes: PackingBox[];
  documents: { id: string; kind: string; pages: number | null; printedCount: number }[];
}

/** Everything the packing desk shows, in one call; asked anew while labels are on their way. */
export const usePacking = (id: string): UseQueryResult<Packing, Error> =>
  useQuery({
    queryKey: keyOf(shipment, 'packing', id),
    queryFn: ({ signal }) => get<Packing>(`/fulfilment/shipment/${id}/packing`, {}, { signal }),
    refetchInterval: (query) => (query.state.data?.status === 'labelling' ? 3000 : false),
  });
