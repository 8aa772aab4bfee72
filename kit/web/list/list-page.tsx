import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import type { AnyLifecycle } from '#kit/model/lifecycle.ts';
import { listKeys } from '#kit/model/list-entry.ts';
import { isOnlyRead, resourceKey, type AnyResource } from '#kit/model/resource.ts';
import type { WireRow } from '#kit/model/row.ts';
import { useRequestedForm } from '../form/use-requested-form.ts';
import type { Row } from '#ui/cells/faces.ts';
import { findLifecycle } from '../declarations.ts';
import { detailPath } from '../detail/detail-path.ts';
import type { ResourceDetailProps } from '../detail/resource-detail.tsx';
import { BulkEdit, FirstRow, MoveStrips, NumberNote, SelectionBar } from '../lazy-list-dialogs.tsx';
import type { BatchScope } from '#kit/model/resource-routes.ts';
import { columnRules, usePermissionRules, usePermissions } from '../session/access.ts';
import { useOptionalPage, type Page } from '#ui/page/page-context.ts';
import { useIsMobile } from '#ui/use-is-mobile.ts';
import { useHeldRows } from '../live/use-held-rows.ts';
import { exportedKeys } from './arranged-columns.ts';
import { batchMoves } from './batch-moves.ts';
import { editableKeys, editing, withEditing } from './cell-editing.tsx';
import { ColumnSettings } from './column-settings.tsx';
import { listColumns } from './columns.tsx';
import { FilterRow } from './filter-row.tsx';
import { ListActs } from './list-acts.tsx';
import { ListDialogs, type ListDialog } from './list-dialogs.tsx';
import { listFilters, withNumberBox } from './list-filters.ts';
import type { ListColumn } from './list-column.ts';
import { ListHead } from './list-head.tsx';
import type { ListPageProps } from './list-page-props.ts';
import { storeCompact, wasCompact } from './list-storage.ts';
import { listStrip } from './list-strip.ts';
import { leaveTrail } from './list-trail.ts';
import { moveByLetter } from './move-by-letter.ts';
import { NewRows } from './new-rows.tsx';
import { ListTable } from './list-table.tsx';
import { withName } from './named-column.tsx';
import { useRowOperations } from './row-operations.tsx';
import { scopeOf, selectedCount } from './selection.ts';
import { movedUp, stacked } from './stack.tsx';
import { siblingPath } from './sibling-path.ts';
import { areTwoLines } from './page-sizes.ts';
import { useFittingRows } from './use-fitting-rows.ts';
import { useList, type ListHandle } from './use-list.ts';
import { useListViews, type ListViewsHandle } from './use-list-views.ts';
import { ViewChoice } from './view-choice.tsx';
import { useListKeys } from './use-list-keys.ts';
import './list.css';

export type { ListPageProps } from './list-page-props.ts';

/** The list page of a resource: its head, what is asked or chosen, the table, and its dialogs. */
export function ListPage<Of extends AnyResource, R extends Row = WireRow<Of>>(
  props: ListPageProps<NoInfer<R>> & { of: Of },
): ReactNode;
export function ListPage<R extends Row>(props: ListPageProps<R>): ReactNode {
  const { of, tab, fixed, sort, tabSorts, startFilters } = props;
  const lifecycle = props.lifecycle === null ? undefined : (props.lifecycle ?? findLifecycle(of));
  const page = useOptionalPage();
  const [isCompact, setCompact] = useState(() => wasCompact(of));
  const [fitting, above] = useFittingRows(`${areTwoLines(of, props.columns) ? 'two' : 'one'}${isCompact ? 'Low' : ''}`);
  const request = useList<R>(of, {
    tab,
    fixed,
    sort,
    tabSorts,
    startFilters,
    fitting,
    storage: page ? 'page' : 'memory',
  });
  const { list, marks, waiting, take } = useHeldRows(request, lifecycle);
  const isGone = ({ id }: R): boolean => marks.get(id)?.isGone === true;
  const isMobile = useIsMobile();
  const isChosen = selectedCount(list.selection) > 0;
  const [dialog, setDialog] = useState<ListDialog | null>(null);
  const [bulk, setBulk] = useState<BatchScope | null>(null);
  useRequestedForm(of, (id) => setDialog({ kind: 'form', ...(id ? { id } : {}) }));
  const rules = usePermissionRules();
  const lacking = rules.lackingBelow(columnRules(of));
  const isSeen = isVisible(list.rows, of);
  const may = usePermissions();
  const mayEdit = editing<R>(of, may, props.lacks, isGone);
  const mayDelete = of.kind === 'register' && may(`${resourceKey(of)}:delete`);
  const columns = useColumns(props, lifecycle, {
    isThere: (key) => isSeen(key) && !lacking.includes(key),
    isEditable: (key) => mayEdit !== undefined && !rules.isDisabled(columnRules(of) + key),
  });
  const views = useListViews(list, columns);
  useEffect(() => {
    if (!views.isReady) return;
    setCompact(views.density === 'compact');
    storeCompact(of, views.density === 'compact');
  }, [of, views.isReady, views.density]);
  const open = (row: R): void => {
    leaveTrail(list);
    if (props.onOpen) props.onOpen(row);
    else if (of.kind === 'register' || !page) setDialog({ kind: 'detail', id: row.id });
    else page.open(detailPath(of, row.id));
  };
  const shown = useShown(views, of, open);
  const toTab = tabChange(list, page);
  const operations = useRowOperations(props, list, lifecycle, {
    onOpen: open,
    isGone,
    onEdit: (id) => setDialog({ kind: 'form', id }),
  });
  const add = props.form === null || props.isClosed ? undefined : (): void => setDialog({ kind: 'form' });
  const askBatch = (move: string, scope = scopeOf(list.selection)): void => setDialog({ kind: 'batch', move, scope });
  const root = useListKeys(page !== null, {
    onDelete: mayDelete ? () => deleteTicked(list, props) : undefined,
    onLetter: (letter, id) =>
      moveByLetter(letter, {
        lifecycle,
        list,
        askBatch,
        batch: batchMoves(lifecycle, list.params.tab, props.batch, may).map(({ name }) => name),
        acts: list.rows.filter((row) => row.id === id).flatMap((row) => operations?.of(row) ?? []),
      }),
    onExplain: () => setDialog({ kind: 'keys' }),
  });
  const view = page && <ViewChoice listKey={resourceKey(of)} views={views} />;
  const exported = exportedKeys(of, views);
  const emptyText = props.emptyText ?? of.empty;
  return (
    <div className="wb-list" ref={root}>
      <ListHead {...props} list={list} lifecycle={lifecycle} view={isMobile ? null : view} onTab={toTab}>
        <ListActs
          list={list}
          news={<NewRows count={waiting} onTake={take} />}
          queryable={props.queryable}
          exported={exported}
          onAdd={add}
          primary={props.primary}
          end={<ColumnSettings views={views} />}
        >
          {props.toolbar?.(list)}
        </ListActs>
      </ListHead>
      {lifecycle && page && (
        <div className="wb-strips" ref={above}>
          <listStrip.Outlet resource={resourceKey(of)} />
          <MoveStrips
            lifecycle={lifecycle}
            onRetry={(move, ids) => askBatch(move, { ids })}
            onOpen={(id) => page.open(detailPath(of, id))}
            onRepair={props.onRepair}
          />
        </div>
      )}
      {bulk && (
        <BulkEdit
          of={of}
          scope={bulk}
          count={selectedCount(list.selection)}
          example={list.rows[0]}
          onDone={list.clearSelection}
          onClose={() => setBulk(null)}
        />
      )}
      <div className="wb-ask" ref={above}>
        <div className="wb-ask-filters" inert={isChosen}>
          <FilterRow
            list={list}
            filters={withNumberBox(of, listFilters(of, props.filters))}
            quick={props.quick}
            sheet={isMobile ? view : undefined}
            onOpen={open}
          />
        </div>
        {isChosen && (
          <SelectionBar
            list={list}
            keys={[...views.visible.map(({ key }) => key), ...listKeys(of)]}
            lifecycle={lifecycle}
            batch={props.batch}
            exported={exported}
            deletion={props.deletion}
            onBatch={askBatch}
            isBulkUnderWay={bulk !== null}
            onBulk={mayEdit && (!props.form || props.inPlace) ? () => setBulk(scopeOf(list.selection)) : undefined}
          >
            {props.chosen?.(list)}
          </SelectionBar>
        )}
      </div>
      {list.params.filters['numbers'] && <NumberNote list={list} onTab={toTab} />}
      {props.above && <div ref={above}>{props.above(list)}</div>}
      <div className="wb-list-body">
        <ListTable
          list={views.isReady ? list : { ...list, rows: [], isLoading: true }}
          columns={shown}
          density={views.density}
          onWidth={views.setWidth}
          marks={marks}
          isSelectable={props.isSelectable ?? !isOnlyRead(of)}
          emptyText={emptyText}
          empty={props.empty ?? <FirstRow of={of} text={emptyText} onAdd={add} />}
          emptyAtStart={props.emptyAtStart}
          note={page && !isOnlyRead(of) ? <KeyNote /> : undefined}
          actions={operations?.of}
          mayEdit={mayEdit}
        />
      </div>
      {operations?.dialog}
      <ListDialogs
        dialog={dialog}
        list={list}
        lifecycle={lifecycle}
        form={props.form}
        subjects={props.subjects}
        onRepair={props.onRepair}
        facts={props.facts as ResourceDetailProps['facts']}
        may={{ mayDelete, mayEdit: mayEdit !== undefined, own: props.keys }}
        onDialog={setDialog}
      />
    </div>
  );
}

/** The columns of this reader: the same ones until something about them changes, so that rows stay drawn. */
function useColumns<R extends Row>(
  { of, columns, form, inPlace }: ListPageProps<R>,
  lifecycle: AnyLifecycle | undefined,
  { isThere, isEditable }: Record<'isThere' | 'isEditable', (key: string) => boolean>,
): ListColumn<R>[] {
  const all = useMemo(() => listColumns<R>(of, lifecycle, columns), [of, lifecycle, columns]);
  const there = all.flatMap(({ key }) => (isThere(key) ? key : [])).join();
  const editable = editableKeys(of, form !== undefined, inPlace)
    .filter(isEditable)
    .join();
  return useMemo(() => {
    const [keys, mayChange] = [there.split(','), editable.split(',')];
    return movedUp(withEditing(all, mayChange), ({ key }) => keys.includes(key));
  }, [all, there, editable]);
}

/** The columns in sight as they are drawn: of two lines, and one that opens the row. */
function useShown<R extends Row>(
  { visible, columns }: ListViewsHandle<R>,
  of: AnyResource,
  open: (row: R) => void,
): ListColumn<R>[] {
  const latest = useRef(open);
  latest.current = open;
  return useMemo(() => {
    const openRow = (row: R): void => latest.current(row);
    return stacked(withName(visible, of, openRow), withName(columns, of, openRow));
  }, [visible, columns, of]);
}

/** Fetched by whoever deletes. */
const deleteTicked = <R extends Row>(list: ListHandle<R>, { deletion }: Pick<ListPageProps<R>, 'deletion'>): void =>
  void import('./delete-rows.ts').then(({ deleteRows }) => deleteRows(list, deletion));

/** Which keys work in a list. */
const KeyNote = (): ReactNode => (
  <span className="wb-key-note">
    <kbd>/</kbd> 查找 <kbd>j</kbd> <kbd>k</kbd> 上下行 <kbd>x</kbd> 勾选 <kbd>Enter</kbd> 打开 <kbd>?</kbd> 全部按键
  </span>
);

/** Goes to another status tab with the filters of this one: its own page, where it has one. */
const tabChange =
  <R extends Row>({ resource, params, setTab }: ListHandle<R>, page: Page | null) =>
  (next: string | undefined): void => {
    const sibling = page && next ? siblingPath(resource, page, next) : null;
    // The number in the tab counts what the filters find: they go along.
    const { filters, view } = params;
    const search = new URLSearchParams({ ...filters, ...(view ? { view } : {}) }).toString();
    if (page && sibling) page.open(search ? `${sibling}?${search}` : sibling);
    else setTab(next);
  };

/** Fields the server leaves out for this user (masks) have no column. */
function isVisible<R extends Row>([first]: readonly R[], of: AnyResource): (key: string) => boolean {
  const declared = of.fields as Readonly<Record<string, unknown>>;
  return (key) => !first || !(key in declared) || key in first;
}
