import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { isOnlyRead, resourceKey, type AnyResource } from '#kit/model/resource.ts';
import type { AnyLifecycle } from '#kit/model/lifecycle.ts';
import type { WireRow } from '#kit/model/row.ts';
import { useWantedForm } from '../form/use-wanted-form.ts';
import { BlankState } from '#ui/blank-state.tsx';
import type { Row } from '#ui/cells/faces.ts';
import { findLifecycle } from '../declarations.ts';
import { detailPath } from '../detail/detail-path.ts';
import type { ResourceDetailProps } from '../detail/resource-detail.tsx';
import { DraftDrawer, ResourceForm } from '../lazy-form.tsx';
import { BatchMove, DetailDrawer, NumberNote } from '../lazy-list-dialogs.tsx';
import type { BatchScope } from '#kit/model/resource-routes.ts';
import { columnRules, usePermissionRules, usePermissions } from '../session/access.ts';
import { useOptionalPage, type Page } from '#ui/page/page-context.ts';
import { usePageSocket } from '../live/use-page-socket.ts';
import { exportedKeys } from './arranged-columns.ts';
import { editableKeys, editing, withEditing } from './cell-editing.tsx';
import { ColumnSettings } from './column-settings.tsx';
import { listColumns } from './columns.tsx';
import type { ListPageProps } from './list-page-props.ts';
import { listStrip } from './list-strip.ts';
import { leaveTrail } from './list-trail.ts';
import { ListTable } from './list-table.tsx';
import { ListToolbar } from './list-toolbar.tsx';
import { withName } from './named-column.tsx';
import { useRowOperations } from './row-operations.tsx';
import { listFilters, SearchBar, withNumberBox } from './search-bar.tsx';
import { promoted, stacked } from './stack.tsx';
import { siblingPath } from './sibling-path.ts';
import { StatusTabs } from './status-tabs.tsx';
import { useList, type ListHandle } from './use-list.ts';
import { useListViews, type ListViewsHandle } from './use-list-views.ts';
import { ViewChoice } from './view-choice.tsx';
import { useListKeys } from './use-list-keys.ts';
import './list.css';

export type { ListPageProps } from './list-page-props.ts';

/** The list page of a resource: title, status tabs, query bar, toolbar, table, and its dialogs. */
export function ListPage<Of extends AnyResource, R extends Row = WireRow<Of>>(
  props: ListPageProps<NoInfer<R>> & { of: Of },
): ReactNode;
export function ListPage<R extends Row>(props: ListPageProps<R>): ReactNode {
  const { of, tab, fixed, sort } = props;
  const lifecycle = props.lifecycle === null ? undefined : (props.lifecycle ?? findLifecycle(of));
  const page = useOptionalPage();
  const list = useList<R>(of, { tab, fixed, sort, keep: page ? 'page' : 'memory' });
  const renewed = usePageSocket(of, list.rows);
  const [dialog, setDialog] = useState<ListDialog | null>(null);
  useWantedForm(of, (id) => setDialog({ kind: 'form', ...(id ? { id } : {}) }));
  const root = useListKeys(page !== null);
  const rules = usePermissionRules();
  const lacking = rules.lackingBelow(columnRules(of));
  const isSeen = isVisible(list.rows, of);
  const may = usePermissions();
  const mayEdit = editing<R>(of, may, props.lacks);
  const columns = promoted(
    withEditing(
      listColumns<R>(of, lifecycle, props.columns),
      mayEdit ? editableKeys(of, props.form !== undefined) : [],
      (key) => rules.isDisabled(columnRules(of) + key),
    ),
    ({ key }) => isSeen(key) && !lacking.includes(key),
  );
  const views = useListViews(list, columns);
  const open = (row: R): void => {
    leaveTrail(list);
    if (props.onOpen) props.onOpen(row);
    else if (of.kind === 'register' || !page) setDialog({ kind: 'detail', id: row.id });
    else page.open(detailPath(of, row.id));
  };
  const toTab = tabChange(list, page);
  const operations = useRowOperations(props, list, lifecycle, {
    onOpen: open,
    onEdit: (id) => setDialog({ kind: 'form', id }),
  });
  const add = props.form === null ? undefined : (): void => setDialog({ kind: 'form' });
  return (
    <div className="wb-list" ref={root}>
      <ListHead {...props} list={list} lifecycle={lifecycle} views={views} onTab={toTab} />
      {lifecycle && page && <listStrip.Outlet resource={resourceKey(of)} />}
      <SearchBar list={list} filters={withNumberBox(of, listFilters(of, props.filters))} />
      {props.quick?.(list)}
      {list.params.filters['numbers'] && <NumberNote list={list} onTab={toTab} />}
      <ListToolbar
        list={list}
        lifecycle={lifecycle}
        batch={props.batch}
        asked={props.asked}
        deletion={props.deletion}
        onAdd={add}
        onBatch={(move) => setDialog({ kind: 'batch', move, scope: scopeOf(list) })}
        exported={exportedKeys(of, views)}
        end={<ColumnSettings views={views} />}
      >
        {props.toolbar?.(list)}
      </ListToolbar>
      <div className="wb-list-body">
        <ListTable
          list={views.isReady ? list : { ...list, rows: [], isLoading: true }}
          columns={stacked(withName(views.inSight, of, open), withName(views.columns, of, open))}
          density={views.density}
          onWidth={views.setWidth}
          renewed={renewed}
          isSelectable={props.isSelectable ?? !isOnlyRead(of)}
          emptyText={props.emptyText}
          empty={props.empty ?? <FirstRow of={of} text={props.emptyText} onAdd={add} />}
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
        facts={props.facts as ResourceDetailProps['facts']}
        onDialog={setDialog}
      />
    </div>
  );
}

/** Which keys work in a list. */
function KeyNote(): ReactNode {
  return (
    <span className="wb-key-note">
      <kbd>/</kbd> 查找 <kbd>j</kbd> <kbd>k</kbd> 上下行 <kbd>x</kbd> 勾选 <kbd>Enter</kbd> 打开
    </span>
  );
}

function ListHead<R extends Row>({
  of,
  tab,
  title,
  head,
  list,
  lifecycle,
  views,
  onTab,
}: Pick<ListPageProps<R>, 'of' | 'tab' | 'title' | 'head'> & {
  list: ListHandle<R>;
  views: ListViewsHandle<R>;
  lifecycle: AnyLifecycle | undefined;
  onTab: (tab: string | undefined) => void;
}): ReactNode {
  const page = useOptionalPage();
  return (
    <div className="wb-list-head">
      <h1>{title ?? page?.title ?? of.title}</h1>
      {head}
      {lifecycle && (
        <StatusTabs
          lifecycle={lifecycle}
          active={list.params.tab}
          counts={list.counts}
          withAll={tab === undefined}
          onChange={onTab}
        />
      )}
      {page && <ViewChoice listKey={resourceKey(of)} views={views} />}
    </div>
  );
}

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

type ListDialog =
  | { kind: 'form'; id?: string }
  | { kind: 'detail'; id: string }
  | { kind: 'batch'; move: string; scope: BatchScope };

function ListDialogs<R extends Row>({
  dialog,
  list,
  lifecycle,
  form: OwnForm,
  facts,
  onDialog,
}: {
  dialog: ListDialog | null;
  list: ListHandle<R>;
  lifecycle: AnyLifecycle | undefined;
  form: ListPageProps['form'];
  facts: ResourceDetailProps['facts'];
  onDialog: (dialog: ListDialog | null) => void;
}): ReactNode {
  const page = useOptionalPage();
  const close = (): void => onDialog(null);
  if (dialog?.kind === 'form' && OwnForm) return <OwnForm id={dialog.id} onClose={close} />;
  if (dialog?.kind === 'form') {
    const { resource: of } = list;
    return of.draft ? (
      <DraftDrawer of={of} id={dialog.id} onClose={close} />
    ) : (
      <ResourceForm of={of} id={dialog.id} onClose={close} />
    );
  }
  if (dialog?.kind === 'detail')
    return (
      <DetailDrawer
        of={list.resource}
        id={dialog.id}
        facts={facts}
        onClose={close}
        onEdit={() => onDialog({ kind: 'form', id: dialog.id })}
        onGo={(id) => onDialog({ kind: 'detail', id })}
      />
    );
  if (dialog?.kind === 'batch' && lifecycle)
    return (
      <BatchMove
        lifecycle={lifecycle}
        move={dialog.move}
        scope={dialog.scope}
        onClose={close}
        onOpen={page ? (id) => page.open(detailPath(list.resource, id)) : undefined}
        onDone={list.clearSelection}
      />
    );
  return null;
}

const scopeOf = <R extends Row>({ selection }: ListHandle<R>): BatchScope =>
  selection.mode === 'all'
    ? { filter: selection.filter }
    : { ids: selection.rows.map((row) => row.id) };

/** Fields the server leaves out for this user (masks) have no column. */
function isVisible<R extends Row>(
  [first]: readonly R[],
  of: AnyResource,
): (key: string) => boolean {
  const declared = of.fields as Readonly<Record<string, unknown>>;
  return (key) => !first || !(key in declared) || key in first;
}

function FirstRow({
  of,
  text,
  onAdd,
}: {
  of: AnyResource;
  text: string | undefined;
  onAdd: (() => void) | undefined;
}): ReactNode {
  const may = usePermissions();
  const isRegister = of.kind === 'register';
  const permits = (verb: string): boolean => may(`${resourceKey(of)}:${verb}`);
  const mayAdd = onAdd && (isRegister || of.draft) && permits('add');
  const bySheet = permits('import') ? '，或用“导入”从表格批量录入' : '';
  const howTo = mayAdd && isRegister ? `点击“新增”录入第一条${bySheet}。` : undefined;
  return (
    <BlankState
      title={`还没有${of.title}`}
      text={text ?? howTo}
      actions={
        mayAdd ? (
          <Button type="primary" onClick={onAdd}>
            新增{of.title}
          </Button>
        ) : undefined
      }
    />
  );
}
