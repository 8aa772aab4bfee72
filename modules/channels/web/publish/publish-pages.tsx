import { Alert, Button } from 'antd';
import { useEffect, useState, type ReactNode } from 'react';
import type { WireRow } from '#kit/model/row.ts';
import {
  DetailPage,
  detailPath,
  DocumentImport,
  downloadFrom,
  fetched,
  fetchRoute,
  linesOf,
  ListPage,
  refreshResource,
  toast,
  toastError,
  usePage,
  usePermission,
  type ColumnSpec,
  type FactGroup,
} from '#kit/web/index.ts';
import type { FormChanges } from '../../model/publish/form-changes.ts';
import { publishLifecycle } from '../../model/publish/publish-lifecycle.ts';
import { publishSheetRoute, refreshFormRoute, type PublishBeside } from '../../model/publish/publish-routes.ts';
import { publishItem, publishTask } from '../../model/publish/publish-task.ts';
import { AnswerEditor, EDITABLE, type Task } from './answer-editor.tsx';
import type { NewTaskProps } from './new-task.tsx';
import '../channels.css';

const NewTask = fetched<NewTaskProps>(() => import('./new-task.tsx').then((one) => one.NewTask));

/** Rows of a sheet of answers at most. */
const MOST_SHEET_CELLS = 20_000;

const COLUMNS: readonly ColumnSpec<WireRow<typeof publishTask>>[] = [
  { key: 'subject', width: 240, under: ['taskNo'] },
  { key: 'accountId', width: 150, under: ['storefront'] },
  { key: 'classTitle', width: 160, under: ['classId'] },
  { key: 'errorCount', width: 88 },
  { key: 'submittedAt', width: 150 },
  { key: 'status', width: 150, under: ['outcome'] },
  { key: 'itemCount', width: 80 },
  { key: 'liveCount', hiddenByDefault: true },
  { key: 'refusedCount', hiddenByDefault: true },
  { key: 'warningCount', hiddenByDefault: true },
  { key: 'isFormChanged', hiddenByDefault: true },
  { key: 'attempt', hiddenByDefault: true },
  { key: 'createTime', hiddenByDefault: true },
];

/** SKUs that are to be listed, and the shop where they were chosen. */
type Asked = Pick<NewTaskProps, 'skuIds' | 'accountId'>;

/** 刊登: what is to stand at the marketplaces, what is on its way, and what was refused. */
export function PublishList(): ReactNode {
  const page = usePage();
  const mayAdd = usePermission('channels:publishTask:add');
  const { query, setQuery } = page;
  const [asked, setAsked] = useState<Asked | null>(null);
  // Other pages name the SKUs that they want listed: nothing that the list could be asked by.
  const { skuIds: named, shop, ...listed } = query;
  const isNamed = named !== undefined || shop !== undefined;
  useEffect(() => {
    if (!isNamed) return;
    setAsked({ skuIds: (named ?? '').split(',').filter((id) => id !== ''), accountId: shop });
    setQuery({ ...listed, skuIds: undefined, shop: undefined });
  });
  const close = (): void => setAsked(null);
  return (
    <>
      {!isNamed && (
        <ListPage
          of={publishTask}
          withAll
          columns={COLUMNS}
          filters={['accountId', 'classTitle', 'storefront', 'taskNo']}
          primary={
            mayAdd && (
              <Button type="primary" onClick={() => setAsked({ skuIds: [] })}>
                新增刊登
              </Button>
            )
          }
          toolbar={() => <DocumentImport of={publishTask} mostRows={MOST_SHEET_CELLS} rowMeans="一行一个 SKU 的一题" />}
          emptyText="选店铺、站点、类目和 SKU 新增刊登；按产品资料预填，校验通过后提交给平台。"
        />
      )}
      {asked && mayAdd && (
        <NewTask
          {...asked}
          onClose={close}
          onMade={(id) => {
            close();
            page.open(detailPath(publishTask, id));
          }}
        />
      )}
    </>
  );
}

/** One task: SKUs against the questions of their class, what is wrong, and what the marketplace says. */
export function PublishDetail(): ReactNode {
  const [isUnsaved, setUnsaved] = useState(false);
  const mayEdit = usePermission('channels:publishTask:edit');
  const mayValidate = usePermission('channels:publishTask:validate');
  const isFilledIn = ({ status }: Task): boolean => mayEdit && mayValidate && EDITABLE.includes(status);
  return (
    <DetailPage<typeof publishTask, Task>
      of={publishTask}
      buttons={(row) => <TaskButtons task={row} />}
      moves={(row) =>
        MOVES.filter(
          // 保存并校验 stands at the answers; nothing goes out without what is typed there.
          (move) => !(move === 'validate' && isFilledIn(row)) && !(move === 'submit' && isUnsaved),
        )
      }
      isCalm={(row) => isFilledIn(row) && (row.status !== 'valid' || isUnsaved)}
      above={(row) => <Notes task={row} />}
      lines={(row) =>
        hasForm(row) && <AnswerEditor key={row.id} task={row} items={linesOf(row, publishItem)} onDirty={setUnsaved} />
      }
      groups={GROUPS}
    />
  );
}

const MOVES = Object.keys(publishLifecycle.moves);

const hasForm = (row: Task): row is Task & PublishBeside => row.form !== undefined && row.cartonCounts !== undefined;

const GROUPS: readonly FactGroup<Task>[] = [
  { title: '刊登', keys: ['accountId', 'storefront', 'classTitle', 'classId', 'subject', 'itemCount', 'revision'] },
  {
    title: '结果',
    keys: ['liveCount', 'refusedCount', 'submittedBy', 'submittedAt', 'answeredAt', 'liveAt', 'attempt', 'outcome'],
  },
];

function TaskButtons({ task }: { task: Task }): ReactNode {
  const mayExport = usePermission('channels:publishTask:export');
  const mayEdit = usePermission('channels:publishTask:edit');
  const [isBusy, setBusy] = useState(false);
  const act = async (work: () => Promise<unknown>): Promise<void> => {
    setBusy(true);
    await work().catch(toastError);
    setBusy(false);
  };
  const refresh = (): Promise<void> =>
    act(async () => {
      const { isChanged } = await fetchRoute(refreshFormRoute, { params: { id: task.id }, timeout: 60_000 });
      toast.done(isChanged ? '题目有变，请看页面上方的说明' : '题目没有变化');
      await refreshResource(publishTask);
    });
  return (
    <>
      {mayEdit && !task.isByHand && (
        <Button loading={isBusy} title={`上次读取 ${task.form?.fetchedAt ?? '—'}`} onClick={() => void refresh()}>
          刷新题目
        </Button>
      )}
      {mayExport && (
        <Button
          loading={isBusy}
          onClick={() =>
            void act(() => downloadFrom(publishSheetRoute, `刊登答案-${task.taskNo}.xlsx`, { params: { id: task.id } }))
          }
        >
          导出答案
        </Button>
      )}
    </>
  );
}

function Notes({ task }: { task: Task }): ReactNode {
  return (
    <>
      {task.formChanges && <Changed changes={task.formChanges} />}
      {task.isByHand && task.status === 'processing' && (
        <Alert
          type="warning"
          showIcon
          className="wb-form-note"
          title="请到平台处理"
          description="这个渠道没有刊登接口：导出答案，在平台后台刊登；上架后点“确认已上架”，被拒点“被平台拒绝”。"
        />
      )}
      {['failed', 'partial'].includes(task.status) && (
        <Alert
          type="error"
          showIcon
          className="wb-form-note"
          title={task.outcome ?? '平台拒绝了刊登'}
          description={`${task.errorCount > 0 ? '原因在下面的单元格；' : ''}点“修改”改好后校验、提交，只再发送被拒和有变化的 SKU。`}
        />
      )}
    </>
  );
}

const MOST_NAMED = 5;

/** How the questions of the class have changed under the task; what was answered is kept. */
function Changed({ changes: { added, gone, changed } }: { changes: FormChanges }): ReactNode {
  const some = (names: readonly string[]): string =>
    `${names.slice(0, MOST_NAMED).join('、')}${names.length > MOST_NAMED ? ` 等 ${names.length} 题` : ''}`;
  return (
    <Alert
      type="warning"
      showIcon
      className="wb-form-note"
      title="类目题目有变，须重新校验；已填的答案都保留"
      description={
        <>
          {added.length > 0 && (
            <div>新增：{some(added.map(({ title, isRequired }) => (isRequired ? `${title}（必填）` : title)))}</div>
          )}
          {gone.length > 0 && <div>取消：{some(gone.map(({ title }) => title))}</div>}
          {changed.length > 0 && <div>变化：{some(changed.map(({ title, what }) => `${title}（${what}）`))}</div>}
        </>
      }
    />
  );
}
