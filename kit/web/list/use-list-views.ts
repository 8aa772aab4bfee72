import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { Arrangement, Density, ListView, ListViews, ViewContent } from '#kit/model/list-view.ts';
import { resourceKey, type AnyResource } from '#kit/model/resource.ts';
import type { Row } from '#ui/cells/faces.ts';
import { toastError } from '#ui/feedback.tsx';
import { useOptionalPage } from '#ui/page/page-context.ts';
import { useEarlyQuery } from '../query-client.ts';
import { kitServices } from '../services.ts';
import { useSessionStore, workplaceOf } from '../session/session-store.ts';
import {
  arrangedColumns,
  choicesOf,
  visibleColumns,
  contentOf,
  isDifferent,
  paramsOf,
  withAbsent,
  type PlacedColumn,
} from './arranged-columns.ts';
import type { ListColumn } from './list-column.ts';
import { queryOfParams } from './list-query.ts';
import { dropHiddenColumns, hiddenColumns } from './list-storage.ts';
import { siblingPath } from './sibling-path.ts';
import type { ListHandle } from './use-list.ts';

/** The views of a list, and its columns as the chosen one or the person arranged them. */
export interface ListViewsHandle<R extends Row = Row> {
  views: readonly ListView[];
  /** The one that is chosen. */
  current: ListView | undefined;
  /** The list shows something else than its view. */
  isChanged: boolean;
  /** What it shows now, to be kept as a view. */
  content: ViewContent;
  /** All columns in their order. */
  columns: readonly PlacedColumn<R>[];
  visible: readonly PlacedColumn<R>[];
  density: Density;
  /** Somebody arranged the columns. */
  isArranged: boolean;
  /** Whether it is known what to show. */
  isReady: boolean;
  /** Keeps an arrangement: in the view until that is saved, else for good. null: as it comes. */
  arrange: (next: Arrangement | null) => void;
  setWidth: (key: string, width: number) => void;
  choose: (view: ListView | null) => void;
  /** Takes over what the server has said of a view; null: it is gone. */
  put: (id: string, view: ListView | null) => void;
  reload: () => Promise<unknown>;
}

const AS_IT_COMES: Arrangement = { columns: [], density: 'comfortable' };
const NOTHING: ListViews = { views: [], arrangement: null };

/**
 * Views of a list, kept on the server. One that its person made the default is chosen when the
 * page is opened without parameters, the one that the address names when it names nothing else.
 */
export function useListViews<R extends Row>(
  list: ListHandle<R>,
  declared: readonly ListColumn<R>[],
): ListViewsHandle<R> {
  const page = useOptionalPage();
  const { resource, params } = list;
  const stored = useStoredViews(resource);
  const { views, arrangement } = stored.data;
  const [edited, setEdited] = useState<{ of: string; arrangement: Arrangement } | null>(null);
  const current = views.find(({ id }) => id === params.view);
  const shown =
    current && edited?.of === viewKey(current) ? edited.arrangement : (current?.content ?? arrangement ?? AS_IT_COMES);
  const columns = useMemo(() => arrangedColumns(declared, shown.columns), [declared, shown.columns]);
  const inSight = useMemo(() => visibleColumns(columns), [columns]);
  const choices = withAbsent(choicesOf(columns), shown.columns);
  // What fills this window is not what fills another: a view leaves it open.
  const pageSize = params.pageSize === list.fitting ? null : params.pageSize;
  const content = contentOf({ ...params, pageSize }, { columns: choices, density: shown.density });
  const retained = current && {
    ...current.content,
    columns: withAbsent(choicesOf(arrangedColumns(declared, current.content.columns)), current.content.columns),
  };

  const show = (view: ListView): void => list.setParams(paramsOf(view.content, params, view.id));
  const isOpening = useOpening(list, stored, show);
  const arrange = (requested: Arrangement | null): void => {
    const next = requested && { ...requested, columns: withAbsent(requested.columns, shown.columns) };
    if (current) setEdited({ of: viewKey(current), arrangement: next ?? AS_IT_COMES });
    else stored.arrange(next);
  };
  useTakeover(resource, stored, declared);
  return {
    views,
    current,
    isChanged: retained !== undefined && isDifferent(retained, content, list.startSort),
    content,
    columns,
    visible: inSight,
    density: shown.density,
    isArranged: shown.columns.length > 0,
    isReady: stored.isSettled && !isOpening,
    arrange,
    setWidth: (key, ownWidth) =>
      arrange({
        columns: choicesOf(columns.map((column) => (column.key === key ? { ...column, ownWidth } : column))),
        density: shown.density,
      }),
    choose(view) {
      if (!view) return list.setParams({ ...params, view: undefined, filters: {}, pageNo: 1 });
      const { tab } = view.content;
      const sibling = page && tab && tab !== params.tab ? siblingPath(resource, page, tab) : null;
      if (!page || !tab || !sibling) return show(view);
      const requested = queryOfParams(paramsOf(view.content, params, view.id), { tab });
      const named = Object.entries(requested).filter(([, value]) => value !== undefined);
      page.open(`${sibling}?${new URLSearchParams(named as [string, string][]).toString()}`);
    },
    put: stored.put,
    reload: stored.reload,
  };
}

/** What was arranged in a view is let go of once the view itself is another. */
const viewKey = ({ id, version }: ListView): string => `${id} ${version}`;

interface StoredViews {
  data: ListViews;
  /** The server has answered, or does not. */
  isSettled: boolean;
  isKnown: boolean;
  arrange: (next: Arrangement | null) => void;
  put: (id: string, view: ListView | null) => void;
  reload: () => Promise<unknown>;
}

/** One after the other: what was arranged last is what is kept. */
let sending: Promise<unknown> = Promise.resolve();

function useStoredViews(resource: AnyResource): StoredViews {
  const client = useQueryClient();
  const listKey = resourceKey(resource);
  const owner = useSessionStore(({ session }) => (session ? workplaceOf(session) : ''));
  const queryKey = ['listView', owner, listKey];
  // The rows wait for it: asked beside them, not after the page was drawn without them.
  const found = useEarlyQuery<ListViews>({
    queryKey,
    queryFn: ({ signal }) => kitServices.get().listViews.all(listKey, signal),
  });
  const data = found.data ?? NOTHING;
  const change = (turn: (now: ListViews) => ListViews): void =>
    void client.setQueryData<ListViews>(queryKey, (now = NOTHING) => turn(now));
  return {
    data,
    isSettled: !found.isPending,
    isKnown: found.isSuccess,
    arrange(next) {
      change((now) => ({ ...now, arrangement: next }));
      const send = (): Promise<unknown> => kitServices.get().listViews.arrange(listKey, next);
      sending = sending.then(send).catch(toastError);
    },
    put(id, view) {
      change((now) => {
        const others = now.views.filter((one) => one.id !== id);
        const at = now.views.findIndex((one) => one.id === id);
        if (!view) return { ...now, views: others };
        return { ...now, views: others.toSpliced(at < 0 ? others.length : at, 0, view) };
      });
    },
    reload: () => client.invalidateQueries({ queryKey }),
  };
}

/**
 * With which view a page opens: the default where its address asks for nothing, and is for the tab
 * of the page; the named one where it is all that the address asks for.
 * @returns whether that is still to be done
 */
function useOpening<R extends Row>(
  { params }: ListHandle<R>,
  { data: { views }, isSettled }: StoredViews,
  show: (view: ListView) => void,
): boolean {
  const page = useOptionalPage();
  const [opens, setOpens] = useState(() => page !== null && Object.keys(page.query).every((name) => name === 'view'));
  const tab = params.tab ?? null;
  const requested = views.find((view) =>
    params.view ? view.id === params.view : view.isDefault && view.content.tab === tab,
  );
  useEffect(() => {
    if (!opens || !isSettled) return;
    setOpens(false);
    if (requested) show(requested);
    // Once: what is chosen or cleared later is the person's.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [opens, isSettled]);
  return opens && (!isSettled || requested !== undefined);
}

/** Columns that were hidden in this browser before the server kept them move there once. */
function useTakeover<R extends Row>(
  resource: AnyResource,
  { data: { arrangement }, isKnown, arrange }: StoredViews,
  declared: readonly ListColumn<R>[],
): void {
  useEffect(() => {
    const hidden = isKnown ? hiddenColumns(resource) : [];
    if (hidden.length === 0) return;
    dropHiddenColumns(resource);
    if (arrangement) return;
    const columns = choicesOf(arrangedColumns(declared, [])).map((column, at) => ({
      ...column,
      isShown: at === 0 || !hidden.includes(column.key),
    }));
    arrange({ ...AS_IT_COMES, columns });
    // When the server has answered, not whenever a column changes.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isKnown]);
}
