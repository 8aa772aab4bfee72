import { useState, type ReactNode } from 'react';
import {
  confirmAction,
  fetchRoute,
  ListPage,
  refreshResource,
  toast,
  toastError,
  usePermissions,
  type RowAction,
} from '#kit/web/index.ts';
import type { WireRow } from '#kit/model/row.ts';
import { healthText } from '#modules/base/model/account-health.ts';
import { channelAccount } from '#modules/base/model/channel-account.ts';
import { stockPush } from '../model/stock-push.ts';
import { pushStockRoute } from '../model/routes.ts';
import { CallWaitButton } from './call-wait.tsx';
import { AccountForm } from './account-form.tsx';
import { ConnectionTest } from './connection-test.tsx';
import { PullProgress } from './pull-progress.tsx';
import { useConnectors } from './use-connectors.ts';
import './channels.css';

type Shop = WireRow<typeof channelAccount>;
type Open = { what: 'test' | 'pull' | 'pullListings' | 'edit'; shop: Shop } | null;

/**
 * 店铺账号: the shops, whether they are reached, and what is done with them by hand.
 * @param channelCode of one channel alone; a new shop is one of it
 */
export function AccountList({ channelCode }: { channelCode?: string }): ReactNode {
  const may = usePermissions();
  const [open, setOpen] = useState<Open>(null);
  const connectors = useConnectors();
  const close = (): void => setOpen(null);
  const titleOf = (code: unknown): string =>
    connectors.data?.find((one) => one.code === code)?.title ?? String(code ?? '—');
  const showsListings = (shop: Shop): boolean =>
    connectors.data?.find((one) => one.code === shop.channelCode)?.supports.listings === 'yes';
  const actions = (shop: Shop): RowAction[] => {
    const isActive = shop.status === 'active';
    const list: RowAction[] = [];
    if (may('channels:account:test') && shop.status !== 'disabled')
      list.push({ key: 'test', title: '测试连接', onClick: () => setOpen({ what: 'test', shop }) });
    if (may('channels:account:pull') && isActive)
      list.push({ key: 'pull', title: '拉单', onClick: () => setOpen({ what: 'pull', shop }) });
    if (may('channels:account:pullListings') && isActive && showsListings(shop))
      list.push({ key: 'pullListings', title: '同步商品', onClick: () => setOpen({ what: 'pullListings', shop }) });
    if (may('channels:account:pushStock') && isActive && shop.pushStock)
      list.push({ key: 'pushStock', title: '推送库存', onClick: () => void pushStock(shop) });
    return list;
  };
  return (
    <>
      <ListPage
        of={channelAccount}
        form={channelCode === undefined ? AccountForm : formOf(channelCode)}
        {...(channelCode === undefined ? {} : { fixed: { channelCode }, filters: ['name', 'status'] as const })}
        rowActions={actions}
        toolbar={() => may('channels:callWait:list') && <CallWaitButton />}
        columns={[
          { key: 'name', width: 180 },
          'code',
          {
            key: 'channelCode',
            width: channelCode === undefined ? 96 : 150,
            render: (row) => titleOf(row.channelCode),
          },
          'environment',
          'status',
          {
            key: 'healthCode',
            width: 260,
            render: (row) => <Health shop={row} />,
          },
          'lastPullAt',
          'acknowledgeMode',
          'currency',
          'acceptHours',
        ]}
      />
      {open?.what === 'test' && (
        <ConnectionTest
          id={open.shop.id}
          name={open.shop.name}
          onClose={close}
          onEdit={may('base:channelAccount:edit') ? () => setOpen({ what: 'edit', shop: open.shop }) : undefined}
        />
      )}
      {open?.what === 'edit' && <AccountForm id={open.shop.id} onClose={close} />}
      {open?.what === 'pull' && <PullProgress kind="orders" id={open.shop.id} name={open.shop.name} onClose={close} />}
      {open?.what === 'pullListings' && (
        <PullProgress kind="listings" id={open.shop.id} name={open.shop.name} onClose={close} />
      )}
    </>
  );
}

const forms = new Map<string, typeof AccountForm>();

/** The form of a channel's shops: one and the same component each time, so that an open one stays open. */
function formOf(channelCode: string): typeof AccountForm {
  const known = forms.get(channelCode);
  if (known) return known;
  const made: typeof AccountForm = (props) => <AccountForm {...props} channelCode={channelCode} />;
  forms.set(channelCode, made);
  return made;
}

function Health({ shop }: { shop: Shop }): ReactNode {
  const line = healthText(shop);
  return (
    <span className={shop.status === 'expired' ? 'ch-health-bad' : undefined} title={line ?? undefined}>
      {line ?? (shop.status === 'created' ? '尚未测试连接' : '—')}
    </span>
  );
}

async function pushStock(shop: Shop): Promise<void> {
  const isAgreed = await confirmAction({
    title: `推送 ${shop.name} 的库存？`,
    content: '只推送有变化的数量；会使大量商品归零的推送将被熔断，等待放行。',
    okText: '推送库存',
  });
  if (!isAgreed) return;
  try {
    await fetchRoute(pushStockRoute, { params: { id: shop.id } });
    toast.done('已排队。有变化的数量会出现在“库存推送”，没有变化则不推送');
    void refreshResource(stockPush);
  } catch (error) {
    toastError(error);
  }
}
