import { CheckCircleFilled } from '@ant-design/icons';
import { useQueries, useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { resourceKey, type AnyResource } from '#kit/model/resource.ts';
import { fetchResource, grouped, keyOf, usePage, usePermissions } from '#kit/web/index.ts';
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
  /** And none of these: they are still to be done. */
  rest?: { where: Readonly<Record<string, string>>; words: string };
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
    text: '渠道产品一键生成本地产品并配对，再补箱规；也可用表格导入',
    tasks: [
      { of: product, title: '产品与SKU', path: '/base/product' },
      { of: skuCarton, title: '箱规', path: '/base/carton' },
      {
        of: channelProduct,
        title: '渠道产品',
        path: '/channel/wf/product',
        rest: { where: { mapStatus: 'unmapped,suggested,broken' }, words: '条未配对' },
      },
    ],
  },
  {
    title: '备好库存',
    text: '各仓现有数量和单位成本，用调整单录入；有同事时由同事审核',
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
  const { data, isPending } = useQuery({ ...progressOf(SHIPPED), enabled: mayStart });
  if (!mayStart) return false;
  return isPending ? undefined : data?.isDone === false;
}

/** 开始使用: from an empty house to the first shipped box. */
export function FirstSteps(): ReactNode {
  const may = usePermissions();
  const steps = STEPS.map(({ tasks, ...step }) => ({
    ...step,
    tasks: tasks.filter(({ of }) => may(`${resourceKey(of)}:list`)),
  }));
  const answers = useQueries({ queries: steps.flatMap(({ tasks }) => tasks.map(progressOf)) });
  const progress = new Map(
    steps.flatMap(({ tasks }) => tasks).map((task, at) => [task, answers[at]?.data ?? NOTHING_YET]),
  );
  const isStepDone = ({ tasks }: Step): boolean => tasks.every((task) => progress.get(task)?.isDone);
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
                <TaskLink key={task.path} task={task} progress={progress.get(task) ?? NOTHING_YET} />
              ))}
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

function TaskLink({
  task: { title, path, rest },
  progress: { isDone, left },
}: {
  task: Task;
  progress: Progress;
}): ReactNode {
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
      <span className={isDone ? 'dk-step-done' : 'dk-weak'}>
        {isDone ? '已完成' : left > 0 ? `${grouped(left)} ${rest?.words ?? ''}` : '待完成'}
      </span>
    </Fragment>
  );
}

/** How far a task is. */
interface Progress {
  isDone: boolean;
  /** Rows that are still to be done, where it has such. */
  left: number;
}

const NOTHING_YET: Progress = { isDone: false, left: 0 };

/** Asked once it is done, never again; a row that is added or imported asks again. */
const progressOf = ({ of, where = {}, rest }: Task) => ({
  queryKey: keyOf(of, 'progress', where, rest?.where),
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Progress> => {
    const count = async (some: Readonly<Record<string, string>>): Promise<number> => {
      const query = { pageSize: 1, ...some };
      return (await fetchResource<{ total: number }>(of, 'list', query, { signal })).total;
    };
    const found = await count(where);
    const left = found > 0 && rest ? await count({ ...where, ...rest.where }) : 0;
    return { isDone: found > 0 && left === 0, left };
  },
  staleTime: (query: { state: { data?: Progress | undefined } }) => (query.state.data?.isDone && !rest ? Infinity : 0),
});
