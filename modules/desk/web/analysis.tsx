import { useQuery } from '@tanstack/react-query';
import { Button, Card, Flex, Result, Segmented, Skeleton, Table, Typography } from 'antd';
import { useState, type ReactNode } from 'react';
import { get, usePage } from '#kit/web/index.ts';

interface Todo {
  key: string;
  title: string;
  count: number;
  deadline: string | null;
  path: string;
  query: Record<string, string>;
}

interface Figures {
  currency: string;
  orders: number;
  units: number;
  amount: string;
}

interface Analysis {
  byDay: { currency: string; days: (Figures & { day: string })[] }[];
  byShop: (Figures & { name: string })[];
  topSkus: { skuCode: string; name: string; units: number }[];
}

/** 首页: what waits, each with the list that shows it; then how it sells. */
export function Analysis(): ReactNode {
  return (
    <Flex vertical gap={16} style={{ padding: 16 }}>
      <Typography.Title level={1} style={{ fontSize: 20, margin: 0 }}>
        工作台
      </Typography.Title>
      <Todos />
      <Sales />
    </Flex>
  );
}

function Todos(): ReactNode {
  const { open } = usePage();
  const { data, error, refetch } = useQuery({
    queryKey: ['desk', 'todo'],
    queryFn: ({ signal }) => get<Todo[] | { items: Todo[] }>('/desk/todo', {}, { signal }),
    refetchInterval: 60_000,
    staleTime: 0,
  });
  if (error)
    return (
      <Result
        status="error"
        title="待办读取失败"
        subTitle={error.message}
        extra={<Button onClick={() => void refetch()}>重试</Button>}
      />
    );
  if (!data) return <Skeleton active />;
  const items = Array.isArray(data) ? data : data.items;
  const waiting = items.filter((item) => item.count > 0);
  return (
    <section aria-label="待办">
      <Typography.Title level={2} style={{ fontSize: 16 }}>
        待办
      </Typography.Title>
      {waiting.length === 0 && <p>没有待办：新订单会自动拉取，出现在这里。</p>}
      <div
        style={{
          display: 'grid',
          gap: 12,
          gridTemplateColumns: 'repeat(auto-fill, minmax(170px, 1fr))',
        }}
      >
        {waiting.map((item) => (
          <Button
            key={item.key}
            style={{ height: 'auto', padding: 12, textAlign: 'left', display: 'block' }}
            onClick={() => open(`${item.path}?${new URLSearchParams(item.query).toString()}`)}
          >
            <div>{item.title}</div>
            <div style={{ fontSize: 26, fontWeight: 600 }}>{item.count}</div>
            <div style={{ fontSize: 12, opacity: 0.75 }}>
              {item.deadline ? `最早 ${item.deadline.slice(5, 16)}` : ' '}
            </div>
          </Button>
        ))}
      </div>
    </section>
  );
}

function Sales(): ReactNode {
  const [days, setDays] = useState('7');
  const { data } = useQuery({
    queryKey: ['desk', 'analysis', days],
    queryFn: ({ signal }) => get<Analysis>('/desk/analysis', { days }, { signal }),
    staleTime: 60_000,
  });
  return (
    <section aria-label="销售">
      <Flex gap={12} align="center">
        <Typography.Title level={2} style={{ fontSize: 16, margin: 0 }}>
          销售
        </Typography.Title>
        <Segmented
          aria-label="时间范围"
          value={days}
          onChange={setDays}
          options={[
            { value: '7', label: '近 7 天' },
            { value: '30', label: '近 30 天' },
          ]}
        />
      </Flex>
      {data ? (
        data.byDay.map((one) => (
          <DayBars key={one.currency} currency={one.currency} days={one.days} />
        ))
      ) : (
        <Skeleton active />
      )}
      {data && data.topSkus.length > 0 && (
        <Card size="small" title="热销 SKU" style={{ marginTop: 12 }}>
          <Table
            size="small"
            rowKey="skuCode"
            pagination={false}
            dataSource={data.topSkus}
            columns={[
              { title: 'SKU', dataIndex: 'skuCode' },
              { title: '名称', dataIndex: 'name' },
              { title: '件数', dataIndex: 'units', align: 'right' },
            ]}
          />
        </Card>
      )}
    </section>
  );
}

/** Orders per day as bars; the numbers stand in the text, so nothing is told by height alone. */
function DayBars({
  currency,
  days,
}: {
  currency: string;
  days: (Figures & { day: string })[];
}): ReactNode {
  const most = Math.max(1, ...days.map((day) => day.orders));
  return (
    <Card size="small" title={`每日订单（${currency}）`} style={{ marginTop: 12 }}>
      <Flex gap={4} align="end" style={{ height: 150, overflowX: 'auto' }}>
        {days.map((day) => (
          <div key={day.day} style={{ flex: '1 0 34px', textAlign: 'center', fontSize: 12 }}>
            <div>{day.orders || ''}</div>
            <div
              aria-hidden
              style={{
                height: Math.round((day.orders / most) * 90),
                background: '#096DD9',
                borderRadius: 3,
              }}
            />
            <div>{day.day.slice(5)}</div>
          </div>
        ))}
      </Flex>
    </Card>
  );
}
