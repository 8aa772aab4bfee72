/** A shipment that was not printed with the others, and why. */
export interface LeftOut {
  shipmentNo: string;
  reason: string;
}

/**
 * Which shipments were left out, by reason.
 * @param most numbers that are named; of more the count is said
 */
export function leftOutText(leftOut: readonly LeftOut[], most = Infinity): string {
  if (leftOut.length === 0) return '没有可打印的文件';
  const named = Map.groupBy(leftOut.slice(0, most), ({ reason }) => reason);
  const parts = [...named].map(([reason, some]) => `${some.map(({ shipmentNo }) => shipmentNo).join('、')}：${reason}`);
  const rest = leftOut.length - most;
  return [...parts, ...(rest > 0 ? [`另有 ${rest} 张`] : [])].join('；');
}
