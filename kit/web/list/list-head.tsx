import type { ReactNode } from 'react';
import type { AnyLifecycle } from '#kit/model/lifecycle.ts';
import type { Row } from '#ui/cells/faces.ts';
import { useOptionalPage } from '#ui/page/page-context.ts';
import type { ListPageProps } from './list-page-props.ts';
import { HelpButton } from '../help/help-button.tsx';
import { StatusTabs } from './status-tabs.tsx';
import type { ListHandle } from './use-list.ts';

/** The one line on top of a list: what it shows at the left, what can be done at the right. */
export function ListHead<R extends Row>({
  of,
  tab,
  withAll = tab === undefined,
  title,
  head,
  list,
  lifecycle,
  view,
  onTab,
  children,
}: Pick<ListPageProps<R>, 'of' | 'tab' | 'withAll' | 'title' | 'head'> & {
  list: ListHandle<R>;
  lifecycle: AnyLifecycle | undefined;
  /** The choice of a view. */
  view: ReactNode;
  onTab: (tab: string | undefined) => void;
  children: ReactNode;
}): ReactNode {
  const page = useOptionalPage();
  const active = list.params.tab;
  // A page of one status that a link asked for rows of all of them does not call them by its own.
  const isOfAll = lifecycle !== undefined && !withAll && active === undefined;
  const name = isOfAll ? `全部${of.title}` : (title ?? page?.title ?? of.title);
  // A page of one status has its name in the tab: once is enough.
  const isSaid = active !== undefined && lifecycle?.tabs[active]?.title === name;
  return (
    <div className="wb-list-head">
      <h1 className={isSaid ? 'wb-list-title-said' : ''}>{name}</h1>
      {head}
      {lifecycle && (
        <StatusTabs
          lifecycle={lifecycle}
          active={active}
          counts={list.counts}
          withAll={withAll || isOfAll}
          onChange={onTab}
        />
      )}
      <HelpButton />
      {view}
      {children}
    </div>
  );
}
