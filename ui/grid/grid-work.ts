import { INSERT_DEBOUNCE_MS } from '#kit/model/limits.ts';
import { confirmAction, toast, toastError } from '../feedback.tsx';
import { writeTexts } from './cell-texts.ts';
import { isTempId, type GridRow } from './grid-column.ts';
import type { AddSettings } from './grid-memory.ts';
import type { GridHandle, GridProps } from './grid-props.ts';
import type { GridSession } from './grid-session.ts';
import { startingWith } from './new-rows.ts';
import { unsettled } from './unsettled.ts';
import { GivenNumbers } from './given-numbers.ts';
import { stepRow } from './tree-moves.ts';
import { addBeside, addChildren, openRows } from './tree-work.ts';
import { sentRows } from './tree-rows.ts';

/** Codes of permission rules that keep rows from being taken out (spec §6). */
export const REMOVE_RULES: readonly string[] = ['remove', 'delete', 'batch_delete'];

/** What the toolbar, the keys and the page do with whole rows of a grid. */
export class GridWork implements GridHandle {
  isSaving = false;
  /** Passed again whenever the page draws the grid. */
  props: GridProps;
  add: AddSettings;
  /** What permissions, toolbar and page let this user do with rows. */
  may = { add: false, remove: false };
  /** Hides columns, as 列设置 does. */
  hideColumns: (keys: readonly string[]) => void = () => undefined;
  readonly #session: GridSession;
  readonly #given = new GivenNumbers();
  #addedAt = -Infinity;

  constructor(session: GridSession, props: GridProps, add: AddSettings) {
    this.#session = session;
    this.props = props;
    this.add = add;
    session.live.comings.onFresh = (fresh) => this.#given.giveWay(this.#session, this.props.newRow, fresh);
  }

  get title(): string {
    return this.props.title;
  }

  /** 新增: as many rows as wished where wished; the first new cell is edited. */
  addByButton = (): void => {
    const now = performance.now();
    if (now - this.#addedAt < INSERT_DEBOUNCE_MS) return toast.warn('您点击得太快了，请慢一点！');
    this.#addedAt = now;
    const { count, position, scrollsToBottom } = this.add;
    const { tree } = this.#session;
    const values = Array.from({ length: count }, () => ({}));
    const at = position === 0 || position >= tree.rows.length ? undefined : position;
    const [first] =
      at === undefined || !tree.settings
        ? this.addRows(values, this.#storedPlace(at))
        : addBeside(this.#session, values, at, this.addRows);
    if (at === undefined && scrollsToBottom) this.#session.viewport.scrollToEnd();
    this.#editFirst(first);
  };

  insertRow = (): void => {
    const { cursor, tree } = this.#session;
    const at = cursor.placeOf(cursor.active)?.row;
    const isBeside = tree.settings && at !== undefined;
    this.#editFirst(
      (isBeside ? addBeside(this.#session, [{}], at + 1, this.addRows) : this.addRows([{}], this.#storedPlace(at)))[0],
    );
  };

  /** Where the row stands in the list that is seen at a place. */
  #storedPlace(at: number | undefined): number | undefined {
    const { tree, store } = this.#session;
    const row = at === undefined ? undefined : tree.rows[at];
    return row && store.indexOf(row.id);
  }

  /** As many empty rows as the block has, before or behind it; the first is edited. */
  insertBeside(side: 'above' | 'below'): void {
    const { cursor, tree, store } = this.#session;
    const { range } = cursor;
    if (!range) return;
    const values = Array.from({ length: range.bottom - range.top + 1 }, () => ({}));
    if (tree.settings) return this.#editFirst(addBeside(this.#session, values, range.bottom + 1, this.addRows)[0]);
    const beside = tree.rows[side === 'above' ? range.top : range.bottom];
    if (!beside) return;
    const place = store.indexOf(beside.id) + (side === 'above' ? 0 : 1);
    const rows = this.addRows(values, place);
    this.#session.view.placeBeside(
      rows.map(({ id }) => id),
      beside.id,
      side,
    );
    this.#editFirst(rows[0]);
  }

  addTexts: GridHandle['addTexts'] = (texts) => {
    const { store, columnOf } = this.#session;
    this.#session.stopEdit();
    store.act(() => {
      const rows = this.addRows(texts.map(() => ({})));
      const cells = rows.flatMap((row, index) =>
        Object.entries(texts[index] ?? {}).flatMap(([key, text]) => {
          const column = columnOf(key);
          return column ? [{ row, column, text }] : [];
        }),
      );
      writeTexts(this.#session, cells);
    });
  };

  /** 新增下级: one row below the only chosen one, else below that of the cursor. */
  addChildByButton = (): void => {
    const { store, cursor } = this.#session;
    const [chosen] = store.selected;
    const above = store.selected.size === 1 ? chosen : cursor.active?.id;
    if (above !== undefined) this.#editFirst(this.addChildren(above, [{}])[0]);
  };

  addChildren: GridHandle['addChildren'] = (parentId, values) =>
    addChildren(this.#session, parentId, values, this.addRows);

  setOpen: GridHandle['setOpen'] = (ids, isOpen) => openRows(this.#session, ids, isOpen);

  setExpanded: GridHandle['setExpanded'] = (ids, isOpen) => {
    for (const id of ids) this.#session.expansion.set(id, isOpen);
  };

  #editFirst(row: GridRow | undefined): void {
    const { layout } = this.#session;
    const column = layout.columns.find((placed) => row && placed.column && this.#session.canEdit(row, placed.column));
    if (row && column) this.#session.edit({ id: row.id, key: column.key });
  }

  addRows = (values: readonly Record<string, unknown>[], position?: number): readonly GridRow[] => {
    this.#session.stopEdit();
    const { store } = this.#session;
    const rows = this.#given.note(store.insert(startingWith(values, this.props, store.rows), position));
    if (position === undefined || position + rows.length >= store.rows.length) this.props.onAdded?.(rows);
    else this.props.onInserted?.(rows, position);
    return rows;
  };

  /** 删除, after the question. */
  askToRemove = (): Promise<void> => this.#askToRemove(this.#session.store.selected);

  /** 删除所选行: those of the block. */
  askToRemoveInBlock(): Promise<void> {
    const { cursor, tree } = this.#session;
    const { top, bottom } = cursor.range ?? { top: 0, bottom: -1 };
    return this.#askToRemove(tree.rows.slice(top, bottom + 1).map(({ id }) => id));
  }

  #askToRemove = async (ids: Iterable<string>): Promise<void> => {
    const { store, tree } = this.#session;
    const chosen = tree.withBelow(ids);
    const rows = store.rows.filter(({ id }) => chosen.has(id));
    if (rows.length === 0) return;
    if (!(await confirmAction({ title: `确定要删除这 ${rows.length} 项吗?`, danger: true }))) return;
    const confirmRemove = (): void => this.removeRows(rows.map(({ id }) => id));
    if (!this.props.asyncRemove) confirmRemove();
    this.props.onRemove?.({ deleteRows: rows, confirmRemove });
  };

  removeRows = (ids: readonly string[]): void => {
    const { store, cursor, tree } = this.#session;
    this.#session.stopEdit();
    const at = cursor.placeOf(cursor.active);
    store.remove(tree.withBelow(ids));
    if (at && cursor.active && store.indexOf(cursor.active.id) < 0)
      cursor.put(cursor.addressAt(Math.min(at.row, tree.rows.length - 1), at.column));
    store.emit();
    this.props.onSelectRowChange?.(this.#chosen());
  };

  /** 保存: nothing wrong is sent; what was typed stays when it is refused. */
  save = async (): Promise<void> => {
    const { onSave } = this.props;
    if (!onSave || this.isSaving) return;
    const { live } = this.#session;
    const store = this.#settled();
    const clashes = live.conflicts.list();
    if (clashes[0]) {
      this.#session.tree.openWay(clashes[0].id);
      this.#session.activate(clashes[0]);
      this.#session.viewport.focusCell();
      return toast.warn(`${clashes.length} 处您和他人都改过，请先选择保留哪个值`);
    }
    const gone = live.comings.list();
    if (gone[0]) {
      this.#session.goTo({ id: gone[0].row.id, key: live.columns[0]?.key ?? '' });
      return toast.warn(`${gone.length} 行已被他人删除，请先选择保留或放弃`);
    }
    if (await this.validateTable()) return toast.warn('校验未通过，请修改标红的单元格');
    if (!store.isDirty) return toast.warn('没有需要保存的修改');
    this.#setSaving(true);
    const changes = store.changes();
    const forget = live.saving(changes);
    try {
      const answer = await onSave(changes);
      if (answer && 'conflicts' in answer) {
        forget();
        return this.#tooLate(answer.conflicts);
      }
      if (answer) this.#session.load(answer);
      toast.done('保存成功');
    } catch (error) {
      forget();
      toastError(error);
    } finally {
      this.#setSaving(false);
    }
  };

  /** Somebody else was faster: their values come in, and where both changed one it is to be chosen. */
  #tooLate(rows: readonly GridRow[]): void {
    const { store, live, editing } = this.#session;
    const isUnderEditor = ({ id }: GridRow): boolean => id === editing?.id;
    live.take(rows.filter((row) => !isUnderEditor(row)));
    for (const row of rows.filter(isUnderEditor)) live.receive(row);
    const count = live.conflicts.list().length;
    const gone = store.removedRows().filter(({ id }) => rows.some((row) => row.id === id)).length;
    const notes = [
      ...(count > 0 ? [`${count} 处您和他人都改过，请选择保留哪个值`] : []),
      ...(gone > 0 ? [`您删除的 ${gone} 行他人刚改过，再次保存即删除`] : []),
    ];
    toast.warn(`数据已被他人修改，${notes.join('；') || '已并入您的表格，请确认后再保存'}`);
  }

  choose = (ids: Iterable<string>): void => {
    this.#session.store.select(ids);
    this.props.onSelectRowChange?.(this.#chosen());
  };

  /** One more row, or one less; of a radio the only one. */
  toggle = (id: string, isChosen = !this.#session.store.selected.has(id)): void => {
    const { rowSelection, rowSelectionType } = this.props;
    if (!rowSelection) return;
    const chosen = new Set(rowSelectionType === 'radio' ? [] : this.#session.store.selected);
    if (isChosen) chosen.add(id);
    else chosen.delete(id);
    this.choose(chosen);
  };

  get movesRows(): boolean {
    return (this.props.dragSort ?? false) && !this.props.disabled && this.#session.view.isPlain;
  }

  moveRow = (id: string, step: 1 | -1): void => {
    const { store, tree } = this.#session;
    if (tree.settings) stepRow(store, tree, id, step);
    else store.move(id, store.indexOf(id) + step);
    this.#session.viewport.focusCell();
  };

  getAll: GridHandle['getAll'] = () => ({
    tableData: this.getTableData(),
    deleteData: this.getDeleteData(),
  });

  getTableData = (): Record<string, unknown>[] => sentRows(this.#settled().rows);
  getNewData = (): Record<string, unknown>[] => sentRows(this.getNewDataWithId());
  getNewDataWithId = (): GridRow[] => this.#settled().newRows();
  getRows = (): readonly GridRow[] => this.#session.store.rows;
  subscribe: GridHandle['subscribe'] = (listener) => this.#session.store.subscribe(listener);
  getDeleteData = (): GridRow[] => this.#session.store.removedRows();
  isDirty: GridHandle['isDirty'] = (isIdle = () => false) => {
    const { store } = this.#session;
    if (store.removedRows().length > 0) return true;
    return store.rows.some((row) => (isTempId(row.id) ? !isIdle(row) : store.isChanged(row)));
  };

  validateTable: GridHandle['validateTable'] = async (showsFirst = true) => {
    this.#settled();
    const faults = [...(await this.#session.validate()), ...unsettled(this.#session)];
    if (showsFirst && faults[0]) this.goTo(faults[0]);
    return faults.length > 0 ? faults : null;
  };

  refuse: GridHandle['refuse'] = (cells, isShown = true) => {
    this.#session.judge.refuse(cells);
    if (isShown && cells[0]) this.goTo(cells[0]);
  };

  goTo: GridHandle['goTo'] = ({ id, key }) => this.#session.goTo({ id, key });
  selectRows = (ids: readonly string[]): void => this.choose(ids);
  clearSelection = (): void => this.choose([]);
  undo = (): void => this.#session.undo();
  redo = (): void => this.#session.redo();
  applyRemote = (row: GridRow): void => this.#session.live.receive(row);
  applyAllRemote = (rows: readonly GridRow[]): void => this.#session.live.receiveAll(rows);
  getStored: GridHandle['getStored'] = (id) => this.#session.store.storedOf(id);

  /** The rows with what is still being typed, and with what has come from others. */
  #settled(): GridSession['store'] {
    this.#session.stopEdit();
    this.#session.live.flush();
    return this.#session.store;
  }

  #chosen(): GridRow[] {
    const { store } = this.#session;
    return store.rows.filter(({ id }) => store.selected.has(id));
  }

  #setSaving(isSaving: boolean): void {
    this.isSaving = isSaving;
    this.#session.store.emit();
  }
}
