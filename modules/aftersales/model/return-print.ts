import { defineRoute, shape } from '#kit/model/route.ts';
import { Refusal } from '#kit/model/refusal.ts';
import { CLAIMING_STATES } from './return-lifecycle.ts';

/** Most returns that are printed into one file. */
export const MOST_PRINTED_RETURNS = 100;

export const printReturnsRoute = defineRoute({
  method: 'POST',
  path: '/aftersales/returnOrder/print',
  access: { permission: 'aftersales:returnOrder:print' },
  summary: '打印退货授权单',
  body: shape<{ ids: readonly string[] }>(),
  givesFile: true,
});

/** States in which goods may still come, or have come, under their RA number. */
export const AUTHORIZED_STATES: ReadonlySet<string> = new Set(CLAIMING_STATES);

/** Why returns are not printed. */
export const printFaults = {
  ids: () =>
    new Refusal('aftersales.printIds', `请选择 1 到 ${MOST_PRINTED_RETURNS} 张退货单`, {
      status: 422,
    }),
  refundOnly: (p: { returnNo: string }) =>
    new Refusal('aftersales.printRefundOnly', `${p.returnNo} 是仅退款，没有要退回的货`),
  unauthorized: (p: { returnNo: string }) =>
    new Refusal('aftersales.printUnauthorized', `${p.returnNo} 没有审核通过或已经取消，不能打印退货授权单`),
};

/** What is said beside papers that went out without their labels. */
export const labelsMissing = (returnNos: readonly string[]): string =>
  `${returnNos.join('、')}：退货面单不是可打印的 PDF，只打了授权单；请作废后再买`;
