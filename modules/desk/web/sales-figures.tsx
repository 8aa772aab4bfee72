import { useQuery } from '@tanstack/react-query';
import { Button, Segmented, Skeleton } from 'antd';
import { useState, type ReactNode } from 'react';
import { askRoute, BlankState, grouped } from '#kit/web/index.ts';
import { orderStatus } from '#modules/orders/model/order.ts';
import { analysisRoute, type Analysis } from '../model/routes.ts';
import { BarList } from './bar-list.tsx';
import { DayChart } from './day-chart.tsx';

/** Orders, units and amounts by day, shop and SKU; amounts of currencies are never added. */
export function SalesFigures(): ReactNode {
  const [days, setDays] = useState('7');
  const [chosen, setChosen] = useState<string | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ['desk:analysis', days],
    queryFn: ({ signal }) => askRoute(analysisRoute, { query: { days }, signal }),
    staleTime: 60_000,
    placeholderData: (old) => old,
  });
  const currencies = data?.byDay.map(({ currency }) => currency) ?? [];
  const currency = chosen && currencies.includes(chosen) ? chosen : currencies[0];
  return (
    <section aria-label="销售">
      <div className="dk-head">
        <h2>销售</h2>
        <Segmented
          size="small"
          aria-label="时间范围"
          value={days}
          onChange={setDays}
          options={[
            { value: '7', label: '近 7 天' },
            { value: '30', label: '近 30 天' },
          ]}
        />
        {currencies.length > 1 && (
          <Segmented
            size="small"
            aria-label="币种"
            value={currency ?? ''}
            onChange={setChosen}
            options={currencies}
          />
        )}
      </div>
      {error && !data ? (
        <div className="dk-part">
          <BlankState
            tone="bad"
            title="销售数据读取失败"
            text={error.message}
            actions={<Button onClick={() => void refetch()}>重试</Button>}
          />
        </div>
      ) : !data ? (
        <Skeleton active aria-label="加载中…" />
      ) : currency === undefined ? (
        <div className="dk-part">
          <BlankState title={`近 ${days} 天没有订单`} />
        </div>
      ) : (
        <CurrencyFigures data={data} currency={currency} />
      )}
      {data && data.byStatus.length > 0 && <OpenOrders rows={data.byStatus} />}
    </section>
  );
}

function CurrencyFigures({ data, currency }: { data: Analysis; currency: string }): ReactNode {
  const days = data.byDay.find((one) => one.currency === currency)?.days ?? [];
  const shops = data.byShop.filter((one) => one.currency === currency);
  const skus = data.topSkus.filter((one) => one.currency === currency);
  const sum = (key: 'orders' | 'units'): number => days.reduce((all, day) => all + day[key], 0);
  return (
    <>
      <dl className="dk-figures">
        <div>
          <dt>销售额（{currency}）</dt>
          <dd>{grouped(sumAmounts(days.map(({ amount }) => amount)))}</dd>
        </div>
        <div>
          <dt>订单量</dt>
          <dd>{grouped(sum('orders'))}</dd>
        </div>
        <div>
          <dt>件数</dt>
          <dd>{grouped(sum('units'))}</dd>
        </div>
      </dl>
      <DayChart days={days} currency={currency} />
      <div className="dk-two">
        <BarList
          title="店铺订单量"
          rows={shops.map((one) => ({
            key: one.accountId,
            label: one.name,
            value: one.orders,
            note: `${one.units} 件 · ${currency} ${grouped(one.amount)}`,
          }))}
        />
        <BarList
          title="热销 SKU（件）"
          rows={skus.map((one) => ({
            key: one.skuId,
            label: one.skuCode,
            value: one.units,
            note: one.name,
          }))}
        />
      </div>
    </>
  );
}

/** Decimal texts added without a float. */
function sumAmounts(amounts: readonly string[]): string {
  const places = Math.max(0, ...amounts.map((amount) => amount.split('.')[1]?.length ?? 0));
  const total = amounts.reduce((sum, amount) => {
    const [whole = '0', fraction = ''] = amount.split('.');
    return sum + BigInt(whole + fraction.padEnd(places, '0'));
  }, 0n);
  const text = String(total).padStart(places + 1, '0');
  return places === 0 ? text : `${text.slice(0, -places)}.${text.slice(-places)}`;
}

function OpenOrders({ rows }: { rows: Analysis['byStatus'] }): ReactNode {
  const titles = orderStatus.items as Readonly<Record<string, string>>;
  const order = Object.keys(titles);
  const sorted = [...rows].sort((a, b) => order.indexOf(a.status) - order.indexOf(b.status));
  return (
    <BarList
      title="未完成订单"
      rows={sorted.map(({ status, orders }) => ({
        key: status,
        label: titles[status] ?? status,
        value: orders,
      }))}
    />
  );
}
