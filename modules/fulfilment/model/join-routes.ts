import { defineRoute, shape } from '#kit/model/route.ts';

/** Most orders that are looked at, or joined, at once. */
export const MOST_JOINED = 200;

/** Orders that can leave together: one shop, address, warehouse and ship method. */
export interface JoinGroup {
  /** Names the group between preview and deed. */
  key: string;
  warehouse: string;
  shipMethod: string;
  orders: { id: string; channelOrderNo: string; isReady: boolean; unitCount: number }[];
}

export interface JoinAnswer {
  groups: JoinGroup[];
  /** What cannot leave with anything else, and why. */
  left: { channelOrderNo: string; why: string }[];
  /** Numbers of the shipments that lead, once it is done. */
  joined: string[];
}

export const joinRoute = defineRoute({
  method: 'POST',
  path: '/fulfilment/shipment/join',
  access: { permission: 'fulfilment:shipment:join' },
  summary: '合并发货',
  body: shape<{
    /** Orders. */
    ids?: readonly string[];
    filter?: Record<string, unknown>;
    /** Keys of the groups that are meant; all of them where absent. */
    groups?: readonly string[];
    dryRun?: boolean;
  }>(),
  result: shape<JoinAnswer>(),
});
