import type { WireRow } from '#kit/model/row.ts';
import {
  ApiError,
  callResource,
  confirmAction,
  detailPath,
  fetchRoute,
  isStaleVersion,
  refreshResource,
  rowSaved,
  toast,
  toastError,
  usePage,
  usePermissions,
  type RowAction,
} from '#kit/web/index.ts';
import { channelProduct } from '../model/channel-product.ts';
import { adoptListingsRoute, listingComparison, type ComparedField } from '../model/listing-comparison.ts';
import { publishTask } from '../model/publish/publish-task.ts';
import { publishPath } from './publish-path.ts';

export type Compared = WireRow<typeof listingComparison>;

/** The field of the listing that holds what is compared, where the marketplace may have the last word about it. */
const TAKEN: Partial<Record<ComparedField, keyof typeof channelProduct.fields>> = {
  status: 'status',
  itemId: 'channelItemId',
  title: 'title',
};

const CONSEQUENCES: Partial<Record<ComparedField, string>> = {
  status: '渠道产品的状态按平台改：在售的继续同步库存，已下架的不再同步。',
  itemId: '渠道产品的平台ID改为平台的。',
  title: '渠道产品的标题改为平台的。',
};

/** What can be done about a difference: take the marketplace's word, or send ours there. */
export function useComparisonActs(): (row: Compared) => RowAction[] {
  const may = usePermissions();
  const page = usePage();
  return (row) => {
    const acts: RowAction[] = [];
    if (row.gap === 'onlyTheirs' && may('channels:channelProduct:add'))
      acts.push({ key: 'adopt', title: '加入渠道产品', onClick: () => void adopt([row]) });
    if (row.gap !== 'differs' && row.gap !== 'untold') return acts;
    if (row.acceptable && TAKEN[row.item] && may('channels:channelProduct:edit'))
      acts.push({ key: 'accept', title: '以平台为准', onClick: () => void accept(row) });
    if (row.gap === 'untold') return acts;
    const { publishTaskId, skuId } = row;
    if (publishTaskId && may('channels:publishTask:list'))
      acts.push({ key: 'publish', title: '去刊登', onClick: () => page.open(detailPath(publishTask, publishTaskId)) });
    else if (skuId && row.item !== 'itemId' && may('channels:publishTask:add'))
      acts.push({
        key: 'publish',
        title: '去刊登',
        onClick: () => page.open(publishPath({ skuIds: [skuId], shop: row.accountId })),
      });
    return acts;
  };
}

async function accept(row: Compared): Promise<void> {
  const field = TAKEN[row.item];
  const id = row.channelProductId;
  if (!field || !id) return;
  const isAgreed = await confirmAction({
    title: `${row.channelSku} 的${row.item_dictText}以平台为准？`,
    content: CONSEQUENCES[row.item] ?? '',
    okText: '以平台为准',
  });
  if (!isAgreed) return;
  try {
    // What a colleague has changed since is shown before anything of it is given up.
    await callResource(channelProduct, 'edit', {
      body: { id, version: row.listingVersion, [field]: row.acceptable },
    });
    rowSaved(channelProduct, id);
    toast.done(`${row.channelSku} 的${row.item_dictText}已按平台修改`);
  } catch (error) {
    if (error instanceof ApiError && isStaleVersion(error))
      toast.warn(`${row.channelSku} 刚被他人修改，已载入最新内容，请核对后再以平台为准`);
    else toastError(error);
  } finally {
    void refreshResource(channelProduct);
    void refreshResource(listingComparison);
  }
}

/** What is on its way: a second click of the same is the first one's. */
const adopting = new Set<string>();

/** @returns whether it was done */
export async function adopt(rows: readonly Compared[]): Promise<boolean> {
  const key = rows.map(({ id }) => id).join();
  if (adopting.has(key)) return false;
  adopting.add(key);
  try {
    const { added, mapped } = await fetchRoute(adoptListingsRoute, {
      body: { rows: rows.map(({ accountId, channelSku }) => ({ accountId, channelSku })) },
    });
    toast.done(
      added === 0 ? '这些商品已经是渠道产品' : `已加入 ${added} 个渠道产品，自动配对 ${mapped} 个，其余等待配对`,
    );
    return true;
  } catch (error) {
    toastError(error);
    return false;
  } finally {
    adopting.delete(key);
    void refreshResource(channelProduct);
    void refreshResource(listingComparison);
  }
}
