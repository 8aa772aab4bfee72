import { Alert, Button, Segmented } from 'antd';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore, type ReactNode } from 'react';
import {
  fetchRoute,
  Grid,
  LineGrid,
  newKey,
  refreshResource,
  runMove,
  toast,
  toastError,
  useIsMobile,
  usePermission,
  useUnsavedWork,
  type DetailRow,
  type GridHandle,
  type LineGridHandle,
} from '#kit/web/index.ts';
import { placeKey, type FormColumn } from '../../model/publish/answers.ts';
import { publishLifecycle } from '../../model/publish/publish-lifecycle.ts';
import {
  fixCellsRoute,
  saveCellsRoute,
  type FixAnswer,
  type PublishBeside,
} from '../../model/publish/publish-routes.ts';
import { publishTask } from '../../model/publish/publish-task.ts';
import { flawsOf } from '../../model/publish/stored-form.ts';
import { FlawList, type ShownFlaw } from './flaw-list.tsx';
import { changedCells, columnsOf, gridColumns, gridRows, groupOf, groupTitle, type Item } from './grid-columns.ts';
import { useLoadedRows } from './loaded-rows.ts';

export type Task = DetailRow<typeof publishTask> & Partial<PublishBeside>;

/** States in which answers may be typed. */
export const EDITABLE: readonly string[] = ['draft', 'invalid', 'valid'];
const GRID_HEIGHT = 520;
const ALL = 'all';
const FAULTY = 'faulty';
const REQUIRED = 'required';

/** Flaws of a task with the cells that they stand at; those of a listing as a whole have none. */
function shownFlaws(items: readonly Item[], columns: readonly FormColumn[]): ShownFlaw[] {
  const titles = new Map(columns.map((column) => [column.key, column.title]));
  return items.flatMap((item) =>
    flawsOf(item.flaws).map(({ questionId, parentRank, instance, severity, code, message, source }) => {
      const key = questionId === null ? null : placeKey({ questionId, parentRank, instance });
      const known = key !== null && titles.has(key) ? key : null;
      return {
        itemId: item.id,
        skuId: item.skuId,
        channelSku: item.channelSku,
        key: known,
        title: known === null ? (questionId ?? '') : (titles.get(known) ?? ''),
        isError: severity === 'error',
        isAtSku: code === 'cartonMissing',
        isOfPlatform: source === 'platform',
        code,
        message,
      };
    }),
  );
}

interface AnswerEditorProps {
  task: Task & PublishBeside;
  items: readonly Item[];
  /** Something is typed that is not stored. */
  onDirty: (isDirty: boolean) => void;
}

/** 答案: SKUs × questions, filled in like a spreadsheet; on a phone a card for each SKU. */
export function AnswerEditor({ task, items, onDirty }: AnswerEditorProps): ReactNode {
  const mayEdit = usePermission('channels:publishTask:edit') && EDITABLE.includes(task.status);
  const mayValidate = usePermission('channels:publishTask:validate');
  const isMobile = useIsMobile();
  const columns = useMemo(() => columnsOf(task, items), [task, items]);
  const rows = useMemo(() => gridRows(columns, items), [columns, items]);
  const flaws = useMemo(() => shownFlaws(items, columns), [items, columns]);
  const [shown, setShown] = useState<string>(ALL);
  const [grid, setGrid] = useState<GridHandle | null>(null);
  const [lines, setLines] = useState<LineGridHandle | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [left, setLeft] = useState<FixAnswer | null>(null);
  const handle = isMobile ? (lines?.grid ?? null) : grid;
  const isDirty = useDirty(handle);
  useUnsavedWork(isDirty);
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  const { loaded, noteSaved } = useLoadedRows(handle, rows);
  useMarkedFlaws(handle, flaws, loaded, !isMobile);
  const jump = useJump(handle, flaws, () => setShown(ALL));

  const groups = [...new Set(columns.map(groupOf))];
  const faulty = new Set(flaws.flatMap(({ key }) => key ?? []));
  const seen = columns.filter(
    (column) =>
      shown === ALL ||
      (shown === FAULTY && faulty.has(column.key)) ||
      (shown === REQUIRED && column.question.importance === 'required') ||
      shown === groupOf(column),
  );
  const save = async (): Promise<boolean> => {
    setLeft(null);
    const typed = handle?.getRows() ?? [];
    const cells = changedCells(columns, items, typed);
    if (cells.length === 0) return true;
    await fetchRoute(saveCellsRoute, {
      params: { id: task.id },
      body: { version: task.version, cells },
      timeout: 60_000,
    });
    noteSaved(typed);
    return true;
  };
  const act = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      toastError(error);
    } finally {
      setBusy(false);
      await refreshResource(publishTask);
    }
  };
  const validate = (): Promise<void> =>
    act(async () => {
      await save();
      await runMove(publishLifecycle, task.id, 'validate', {}, newKey());
    });
  const fix = (): Promise<void> =>
    act(async () => {
      await save();
      const answer = await fetchRoute(fixCellsRoute, { params: { id: task.id }, body: {}, timeout: 60_000 });
      setLeft(answer);
      toast.done(
        answer.left.length > 0
          ? `已修正 ${answer.fixed} 处，还有 ${answer.left.length} 处`
          : `已修正 ${answer.fixed} 处`,
      );
    });
  const errors = flaws.filter(({ isError }) => isError).length;
  const bar = (
    <>
      {mayEdit && (
        <Button
          disabled={!isDirty}
          loading={isBusy}
          onClick={() => void act(async () => void ((await save()) && toast.done('已保存')))}
        >
          保存
        </Button>
      )}
      {mayEdit && mayValidate && (
        <Button
          type={task.status === 'valid' && !isDirty ? 'default' : 'primary'}
          loading={isBusy}
          onClick={() => void validate()}
        >
          保存并校验
        </Button>
      )}
      {mayEdit && (
        <Button loading={isBusy} title="补上资料里有的、改正写法，不改动已填的意思" onClick={() => void fix()}>
          一键修正
        </Button>
      )}
      {isMobile && errors > 0 && <Button onClick={jump}>下一个错误（{errors}）</Button>}
    </>
  );
  return (
    <section className="wb-detail-part" aria-label="刊登答案">
      <h2>
        答案<span className="wb-part-count">{items.length}</span>
      </h2>
      {mayEdit && left && left.left.length === 0 && left.fixed > 0 && (
        <Alert type="success" showIcon closable className="wb-form-note" title={`已修正 ${left.fixed} 处，请再校验`} />
      )}
      {!isMobile && (
        <div className="ch-publish-groups">
          <Segmented
            value={shown}
            aria-label="题目分组"
            onChange={setShown}
            options={[
              { value: ALL, label: '全部题目' },
              { value: REQUIRED, label: '必填' },
              ...(faulty.size > 0 ? [{ value: FAULTY, label: '有问题' }] : []),
              ...groups.map((group) => ({ value: group, label: groupTitle(group) })),
            ]}
          />
        </div>
      )}
      {isMobile ? (
        <>
          <div className="ch-publish-bar">{bar}</div>
          <LineGrid
            key={`${task.id} ${columns.length}`}
            title="答案"
            columns={gridColumns(columns, task)}
            rows={loaded}
            may={{ add: false, edit: mayEdit, remove: false }}
            disabled={!mayEdit}
            storageKey="channels.publish"
            handle={setLines}
            onDirty={() => undefined}
          />
        </>
      ) : (
        <Grid
          title="刊登答案"
          columns={gridColumns(seen, task)}
          rows={loaded}
          rowNumber
          disabled={!mayEdit}
          maxHeight={GRID_HEIGHT}
          storageKey="channels.publish"
          toolbar
          toolbarConfig={{ btns: [] }}
          suffix={bar}
          handle={setGrid}
        />
      )}
      {mayEdit && !isMobile && (
        <p className="ch-weak">
          从 Excel 复制的区域可直接粘贴；多个值用 | 隔开；Ctrl+D 向下填充。灰色的格子按上级答案不问。
        </p>
      )}
      <FlawList flaws={flaws} onJump={(flaw) => flaw.key && show(handle, flaw.itemId, flaw.key, () => setShown(ALL))} />
    </section>
  );
}

const hearNothing = (): (() => void) => () => undefined;

const useDirty = (handle: GridHandle | null): boolean =>
  useSyncExternalStore(handle?.subscribe ?? hearNothing, () => handle?.isDirty() ?? false);

/** Shows a cell; its column may be one of those that are left out now. */
function show(handle: GridHandle | null, id: string, key: string, showAll: () => void): void {
  showAll();
  // The grid has the column with its next picture.
  requestAnimationFrame(() => setTimeout(() => handle?.goTo({ id, key })));
}

/** Marks the cells that something is wrong with, whenever rows have come from the server. */
function useMarkedFlaws(
  handle: GridHandle | null,
  flaws: readonly ShownFlaw[],
  rows: readonly unknown[],
  isAtOnce: boolean,
): void {
  const first = useRef(rows);
  useEffect(() => {
    if (!handle) return;
    const cells = flaws.flatMap(({ itemId, key, message, isError }) =>
      key !== null && isError ? [{ id: itemId, key, message }] : [],
    );
    // A card that opens by itself would cover the page that was just opened.
    if (cells.length > 0) handle.refuse(cells, isAtOnce || first.current !== rows);
    // Marked once for the rows that they came with.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [handle, rows]);
}

/** Goes from one error to the next, and from the last to the first. */
function useJump(handle: GridHandle | null, flaws: readonly ShownFlaw[], showAll: () => void): () => void {
  const at = useRef(0);
  return () => {
    const errors = flaws.filter(({ key, isError }) => key !== null && isError);
    const next = errors[at.current % Math.max(1, errors.length)];
    at.current += 1;
    if (next?.key) show(handle, next.itemId, next.key, showAll);
  };
}
