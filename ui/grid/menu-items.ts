import { toast } from '../feedback.tsx';
import { clearCells, copiedBlock } from './cell-actions.ts';
import { fillDown, fillRight, fillToEnd } from './fill.ts';
import type { GridSession } from './grid-session.ts';
import type { GridSort } from './grid-view.ts';
import type { GridWork } from './grid-work.ts';
import { copyByMenu, readByMenu } from './own-clipboard.ts';
import { paste } from './paste.ts';

export interface MenuAct {
  key: string;
  label: string;
  /** The keys that do the same. */
  keys?: string;
  isDanger?: boolean;
  run: () => void;
}

/** What may be done with the cells that are selected, in groups: only what this user may do here. */
export function menuActs(session: GridSession, work: GridWork): MenuAct[][] {
  const { range } = session.cursor;
  if (!range) return [];
  const edits = session.canEditIn(range);
  return [
    [
      ...(edits ? [act('cut', '剪切', 'Ctrl+X', () => copy(session, { isCut: true }))] : []),
      act('copy', '复制', 'Ctrl+C', () => copy(session)),
      act('copyHeaded', '复制带表头', undefined, () => copy(session, { isHeaded: true })),
      ...(edits ? [act('paste', '粘贴', 'Ctrl+V', () => void pasteHere(session, work))] : []),
    ],
    edits
      ? [
          act('clear', '清空内容', 'Delete', () => clearCells(session)),
          act('fillDown', '向下填充', 'Ctrl+D', () => fillDown(session)),
          act('fillRight', '向右填充', 'Ctrl+R', () => fillRight(session)),
          act('fillToEnd', '填充到相邻列末行', undefined, () => fillToEnd(session)),
        ]
      : [],
    rowActs(session, work),
    columnActs(session, work),
  ].filter((group) => group.length > 0);
}

const act = (key: string, label: string, keys: string | undefined, run: () => void): MenuAct => ({
  key,
  label,
  run,
  ...(keys === undefined ? {} : { keys }),
});

function rowActs({ cursor, tree }: GridSession, work: GridWork): MenuAct[] {
  const { range } = cursor;
  const count = range ? range.bottom - range.top + 1 : 0;
  const { add, remove } = work.may;
  return [
    // Below which parent a row above would stand, only the person knows.
    ...(add && !tree.settings
      ? [act('above', `在上方插入 ${count} 行`, undefined, () => work.insertBeside('above'))]
      : []),
    ...(add ? [act('below', `在下方插入 ${count} 行`, undefined, () => work.insertBeside('below'))] : []),
    ...(remove
      ? [
          {
            ...act('remove', '删除所选行', undefined, () => void work.askToRemoveInBlock()),
            isDanger: true,
          },
        ]
      : []),
  ];
}

/** Of a tree the rows keep their order, and are all seen. */
function columnActs(session: GridSession, work: GridWork): MenuAct[] {
  const { cursor, view, tree, layout } = session;
  const { active, range } = cursor;
  if (!active || !range) return [];
  const { key } = active;
  const columns = layout.columns.slice(range.left, range.right + 1);
  const hidden = columns.flatMap(({ column }) =>
    column && session.settings.hideable.has(column.key) ? [column.key] : [],
  );
  const sortBy = (direction: GridSort['direction']) => (): void => view.sortBy({ key, direction });
  const texts = new Set(tree.rows.slice(range.top, range.bottom + 1).map((row) => session.textOf(key, row)));
  const views = tree.settings
    ? []
    : [
        act('ascending', '升序', undefined, sortBy('ascending')),
        act('descending', '降序', undefined, sortBy('descending')),
        ...(view.sort ? [act('unsort', '取消排序', undefined, () => view.sortBy(null))] : []),
        act('filter', '筛选此值', undefined, () => view.filterBy(key, texts)),
        ...(view.filters.size > 0 ? [act('showAll', '取消筛选', undefined, () => view.showAll())] : []),
      ];
  return [
    ...views,
    act('find', session.settings.isReadOnly ? '查找' : '查找和替换', 'Ctrl+F', () =>
      session.panels.find({ range: session.cursor.block }),
    ),
    ...(hidden.length > 0 ? [act('hide', '隐藏列', undefined, () => work.hideColumns(hidden))] : []),
  ];
}

function copy(session: GridSession, { isCut = false, isHeaded = false } = {}): void {
  const copied = copiedBlock(session, isHeaded);
  if (!copied) return;
  void copyByMenu(copied).then((isDone) => {
    if (!isDone) return toast.warn('浏览器不允许写入剪贴板，请按 Ctrl+C 复制');
    if (isCut) clearCells(session);
  });
}

async function pasteHere(session: GridSession, work: GridWork): Promise<void> {
  const data = await readByMenu();
  if (!data) return toast.warn('浏览器不允许读取剪贴板，请按 Ctrl+V 粘贴');
  paste(session, data, work.may.add ? work.addRows : null);
  session.viewport.focusCell();
}
