import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import type { ReactNode } from 'react';
import {
  fetchRoute,
  inputProps,
  isBlank,
  ListPage,
  refreshResource,
  ResourceForm,
  toast,
  toastError,
  usePage,
  usePermissions,
  type EditProps,
  type RowAction,
} from '#kit/web/index.ts';
import { supplyFeed } from '../../model/supply/supply-feed.ts';
import {
  runSupplyFeedRoute,
  supplierConnectorsRoute,
  testSupplyFeedRoute,
  type SupplierConnectorInfo,
} from '../../model/supply/supply-routes.ts';

/** 供货源: how suppliers are read, what the last reading came to, and a reading now. */
export function SupplyFeedList(): ReactNode {
  const actionsOf = useFeedActions();
  return <ListPage of={supplyFeed} form={FeedForm} rowActions={({ id }) => actionsOf(id)} />;
}

/** 立即拉取, 测试连接, 运行记录: as far as the person may. */
function useFeedActions(): (id: string) => RowAction[] {
  const may = usePermissions();
  const { open } = usePage();
  const run = async (id: string): Promise<void> => {
    try {
      const { isNew } = await fetchRoute(runSupplyFeedRoute, { params: { id } });
      toast.done(isNew ? '已开始拉取，结果见“供货运行”' : '已有一次拉取在进行');
      void refreshResource(supplyFeed);
    } catch (error) {
      toastError(error);
    }
  };
  const test = async (id: string): Promise<void> => {
    try {
      const { ok, message } = await fetchRoute(testSupplyFeedRoute, { params: { id } });
      if (ok) toast.done(message);
      else toast.warn(message);
      void refreshResource(supplyFeed);
    } catch (error) {
      toastError(error);
    }
  };
  return (id) => [
    ...(may('purchasing:supplyFeed:run') ? [{ key: 'run', title: '立即拉取', onClick: () => void run(id) }] : []),
    ...(may('purchasing:supplyFeed:edit') ? [{ key: 'test', title: '测试连接', onClick: () => void test(id) }] : []),
    ...(may('purchasing:supplyRun:list')
      ? [{ key: 'runs', title: '运行记录', onClick: () => open(`/supply/run?feedId=${id}`) }]
      : []),
  ];
}

const INPUTS = { connector: ConnectorInput };

function FeedForm(props: { id?: string | undefined; onClose: () => void }): ReactNode {
  return <ResourceForm of={supplyFeed} inputs={INPUTS} {...props} />;
}

const titleOf = ({ title, practice }: SupplierConnectorInfo): string =>
  practice
    ? `${title}　练习账号：环境 沙箱，地址 ${practice.apiUrl}，Client ID ${practice.clientId}，Client Secret ${practice.clientSecret}`
    : title;

/** Chooses an interface that the product speaks; of a simulated one its account is shown for trying it out. */
function ConnectorInput({ field, value, onChange, disabled, ...props }: EditProps): ReactNode {
  const { data = [] } = useQuery({
    queryKey: ['purchasing:supplierConnectors'],
    queryFn: ({ signal }) => fetchRoute(supplierConnectorsRoute, { signal }),
    staleTime: 60_000,
  });
  return (
    <Select
      {...inputProps(props)}
      options={data.map((one) => ({ value: one.code, label: one.title, about: titleOf(one) }))}
      optionRender={({ data: option }) => <span title={option.about}>{option.about}</span>}
      aria-label={field.title}
      value={isBlank(value) ? null : String(value)}
      disabled={disabled ?? false}
      placeholder="请选择"
      onChange={(next: string | null) => onChange?.(next ?? null)}
    />
  );
}
