/** Where a new 刊登 of these SKUs in a shop is begun. */
export const publishPath = ({ skuIds, shop }: { skuIds: readonly string[]; shop: string }): string =>
  `/channel/wf/publish?skuIds=${skuIds.join(',')}&shop=${shop}`;
