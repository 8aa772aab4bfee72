import { CheckCircleFilled } from '@ant-design/icons';
import { useQueries, useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { resourceKey, type AnyResource } from '#kit/model/resource.ts';
import { askResource, keyOf, usePage, usePermissions } from '#kit/web/index.ts';
import { channelAccount, channelWarehouse } from '#modules/base/model/channel-account.ts';
import { shipMethod, shipMethodCode } from '#modules/base/model/ship-method.ts';
import { warehouse } from '#modules/base/model/warehouse.ts';
import { product, skuCarton } from '#modules/catalog/model/product.ts';
import { channelProduct } from '#modules/channels/model/channel-product.ts';
import { shipment } from '#modules/fulfilment/model/shipment.ts';
import { stockLevel } from '#modules/inventory/model/stock.ts';
import { salesOrder } from '#modules/orders/model/order.ts';
import './first-steps.css';

/** There is one row at least: it is done. */
interface Task {
  of: AnyResource;
  where?: Readonly<Record<string, string>>;
  title: string;
  path: string;
}

interface Step {
  title: string;
  text: string;
  tasks: readonly Task[];
}

const SHIPPED: Task = {
  of: shipment,
  where: { status: 'shipped,inTransit,delivered' },
  title: '第一箱发货',
  path: '/orders/shipment',
};

/** From nothing to the first shipped box, in the order in which each step needs the one before. */
const STEPS: readonly Step[] = [
  {
    title: '接入店铺',
    text: '发货仓和接口密钥；没有密钥先选“模拟平台”试用',
    tasks: [
      { of: warehouse, title: '仓库', path: '/base/warehouse' },
      { of: channelAccount, title: '店铺账号', path: '/channel/wf/account' },
      { of: channelWarehouse, title: '渠道仓库', path: '/channel/wf/warehouse' },
    ],
  },
  {
    title: '配对 SKU',
    text: '自己的产品和箱规，平台的SKU对应哪一个；可用表格导入',
    tasks: [
      { of: product, title: '产品与SKU', path: '/base/product' },
      { of: skuCarton, title: '箱规', path: '/base/carton' },
      { of: channelProduct, title: '渠道产品', path: '/channel/wf/product' },
    ],
  },
  {
    title: '备好库存',
    text: '各仓现有数量，用调整单录入，另一人审核',
    tasks: [{ of: stockLevel, title: '期初库存', path: '/base/adjustment' }],
  },
  {
    title: '接单',
    text: '用哪个承运商发货，然后接下第一张订单',
    tasks: [
      { of: shipMethod, title: '物流渠道', path: '/base/ship-method' },
      { of: shipMethodCode, title: '物流代码', path: '/channel/wf/ship-code' },
      {
        of: salesOrder,
        where: { status: 'accepted,ready,processing,partial,shipped,delivered,completed' },
        title: '第一张订单',
        path: '/orders/pending',
      },
    ],
  },
  { title: '发货', text: '装箱、面单、出库', tasks: [SHIPPED] },
];

/** Whether somebody who may connect a shop waits for the first shipped box; undefined: not known yet. */
export function useFirstSteps(): boolean | undefined {
  const may = usePermissions();
  const mayStart = may('base:channelAccount:add') && may(`${resourceKey(shipment)}:list`);
  const { data, isPending } = useQuery({ ...hasRows(SHIPPED), enabled: mayStart });
  if (!mayStart) return false;
  return isPending ? undefined : data === false;
}

/** 开始使用: from an empty house to the first shipped box. */
export function FirstSteps(): ReactNode {
  const may = usePermissions();
  const steps = STEPS.map(({ tasks, ...step }) => ({
    ...step,
    tasks: tasks.filter(({ of }) => may(`${resourceKey(of)}:list`)),
  }));
  const answers = useQueries({ queries: steps.flatMap(({ tasks }) => tasks.map(hasRows)) });
  const isDone = new Map(
    steps.flatMap(({ tasks }) => tasks).map((task, at) => [task, answers[at]?.data === true]),
  );
  const isStepDone = ({ tasks }: Step): boolean => tasks.every((task) => isDone.get(task));
  const next = steps.find((step) => !isStepDone(step));
  return (
    <section className="dk-part dk-start" aria-label="开始使用">
      <div className="dk-head">
        <h2>开始使用</h2>
        <span className="dk-weak">
          {steps.filter(isStepDone).length}/{steps.length} 步，到第一箱发出为止
        </span>
      </div>
      <ol className="dk-steps">
        {steps.map((step, at) => (
          <li
            key={step.title}
            className={step === next ? 'dk-step-next' : undefined}
            {...(step === next ? { 'aria-current': 'step' as const } : {})}
          >
            <strong>
              {isStepDone(step) ? (
                <CheckCircleFilled className="dk-step-done" aria-label="已完成" />
              ) : (
                <span className="dk-step-number" aria-hidden>
                  {at + 1}
                </span>
              )}{' '}
              {step.title}
            </strong>
            <p className="dk-weak">{step.text}</p>
            <div className="dk-step-tasks">
              {step.tasks.map((task) => (
                <TaskLink key={task.path} task={task} isDone={isDone.get(task) ?? false} />
              ))}
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

function TaskLink({ task: { title, path }, isDone }: { task: Task; isDone: boolean }): ReactNode {
  const page = usePage();
  return (
    <Fragment>
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
      <span className={isDone ? 'dk-step-done' : 'dk-weak'}>{isDone ? '已完成' : '待完成'}</span>
    </Fragment>
  );
}

/** Asked once it is true, never again; a row that is added or imported asks again. */
const hasRows = ({ of, where = {} }: Task) => ({
  queryKey: keyOf(of, 'any', where),
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<boolean> => {
    const query = { pageSize: 1, ...where };
    const { total } = await askResource<{ total: number }>(of, 'list', query, { signal });
    return total > 0;
  },
  staleTime: (query: { state: { data?: boolean | undefined } }) =>
    query.state.data ? Infinity : 0,
});
