import { useQueries, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { resourceKey, type AnyResource } from '#kit/model/resource.ts';
import { askResource, keyOf, usePage, usePermissions } from '#kit/web/index.ts';
import { channelAccount, channelWarehouse } from '#modules/base/model/channel-account.ts';
import { shipMethod, shipMethodCode } from '#modules/base/model/ship-method.ts';
import { warehouse } from '#modules/base/model/warehouse.ts';
import { product, skuCarton } from '#modules/catalog/model/product.ts';
import { channelProduct } from '#modules/channels/model/channel-product.ts';
import { stockLevel } from '#modules/inventory/model/stock.ts';
import './desk.css';

interface Step {
  /** There is one row at least: the step is done. */
  of: AnyResource;
  title: string;
  text: string;
  path: string;
}

/** In the order in which each needs the one before it. */
const STEPS: readonly Step[] = [
  { of: warehouse, title: '仓库', text: '发货仓的地址、时区和截单时间', path: '/base/warehouse' },
  { of: product, title: '产品与SKU', text: '先产品，再SKU，可用表格导入', path: '/base/product' },
  { of: skuCarton, title: '箱规', text: '每件几箱，每箱的尺寸和毛重', path: '/base/carton' },
  {
    of: stockLevel,
    title: '期初库存',
    text: '各仓现有数量，用调整单录入，另一人审核',
    path: '/base/adjustment',
  },
  {
    of: channelAccount,
    title: '店铺账号',
    text: '填写接口密钥，测试通过即启用',
    path: '/channel/wf/account',
  },
  {
    of: channelWarehouse,
    title: '渠道仓库',
    text: '平台的仓库代码对应哪个本地仓',
    path: '/channel/wf/warehouse',
  },
  {
    of: shipMethod,
    title: '物流渠道',
    text: '用哪个承运商、哪种服务发货',
    path: '/base/ship-method',
  },
  {
    of: shipMethodCode,
    title: '物流代码',
    text: '平台的配送方式对应哪个物流渠道',
    path: '/channel/wf/ship-code',
  },
  {
    of: channelProduct,
    title: '渠道产品',
    text: '平台的SKU对应哪个本地SKU，供货价多少',
    path: '/channel/wf/product',
  },
];

/** 开始使用: what must be there before the first order can come, until a shop has products. */
export function FirstSteps(): ReactNode {
  const may = usePermissions();
  const mayStart = may('base:channelAccount:add') && may(`${resourceKey(channelProduct)}:list`);
  const { data: isSelling } = useQuery({ ...hasRows(channelProduct), enabled: mayStart });
  return mayStart && isSelling === false ? <StepList /> : null;
}

function StepList(): ReactNode {
  const page = usePage();
  const may = usePermissions();
  const steps = STEPS.filter(({ of }) => may(`${resourceKey(of)}:list`));
  const answers = useQueries({ queries: steps.map(({ of }) => hasRows(of)) });
  return (
    <section className="dk-part" aria-label="开始使用">
      <h2>开始使用</h2>
      <p className="dk-weak">依次录入下面的资料，就可以拉取第一批订单。</p>
      <ol className="dk-steps">
        {steps.map(({ title, text, path }, index) => (
          <li key={path}>
            <a
              href={path}
              onClick={(event) => {
                if (event.ctrlKey || event.metaKey || event.shiftKey) return;
                event.preventDefault();
                page.open(path);
              }}
            >
              {title}
            </a>
            <span className="dk-weak">{text}</span>
            <span className={answers[index]?.data ? 'dk-step-done' : 'dk-weak'}>
              {answers[index]?.data ? '已录入' : '待录入'}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Asked once it is true, never again; a row that is added or imported asks again. */
const hasRows = (of: AnyResource) => ({
  queryKey: keyOf(of, 'any'),
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<boolean> => {
    const { total } = await askResource<{ total: number }>(of, 'list', { pageSize: 1 }, { signal });
    return total > 0;
  },
  staleTime: (query: { state: { data?: boolean | undefined } }) =>
    query.state.data ? Infinity : 0,
});
