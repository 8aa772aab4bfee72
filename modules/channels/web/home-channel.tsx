import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { BlankState, callResource, usePage, usePermission } from '#kit/web/index.ts';
import { channelAccount } from '#modules/base/model/channel-account.ts';
import { HOME_CHANNEL } from '../model/home-channel.ts';
import { AccountList } from './account-list.tsx';
import { ChannelOffers } from './channel-offers.tsx';
import { ChannelProductList } from './channel-product-list.tsx';
import { useConnectors } from './use-connectors.ts';

/** 家装渠道 / 店铺: the shops of this channel, and what it offers by its interface. */
export function HomeAccountList(): ReactNode {
  const connectors = useConnectors();
  const connector = connectors.data?.find(({ code }) => code === HOME_CHANNEL);
  return (
    <>
      {connector && <ChannelOffers supports={connector.supports} />}
      <AccountList channelCode={HOME_CHANNEL} />
    </>
  );
}

/** Where there is no list, and so no head. */
const TITLE = <h1>家装产品</h1>;

/** 家装渠道 / 产品: what its shops list, over all of them. */
export function HomeProductList(): ReactNode {
  const page = usePage();
  const maySee = usePermission('base:channelAccount:list');
  const shops = useQuery({
    queryKey: ['base:channelAccount', 'list', 'ofChannel', HOME_CHANNEL],
    queryFn: async ({ signal }) => {
      const query = { channelCode: HOME_CHANNEL, pageSize: '200' };
      const { result } = await callResource<{ records: { id: string }[] }>(channelAccount, 'list', { query, signal });
      return result.records.map(({ id }) => id);
    },
    enabled: maySee,
  });
  if (!maySee) return <BlankState title={TITLE} text="没有查看店铺账号的权限，看不到家装渠道的产品" />;
  if (shops.error)
    return (
      <BlankState
        tone="bad"
        title={TITLE}
        text={shops.error.message}
        actions={<Button onClick={() => void shops.refetch()}>重试</Button>}
      />
    );
  if (!shops.data) return <Skeleton active />;
  if (shops.data.length === 0)
    return (
      <BlankState
        title={TITLE}
        text="还没有家装渠道的店铺：先新增店铺并测试连接，平台上的商品会自动出现在这里。"
        actions={
          <Button type="primary" onClick={() => page.open('/channel/hi/account')}>
            去新增店铺
          </Button>
        }
      />
    );
  return <ChannelProductList shops={shops.data} />;
}
