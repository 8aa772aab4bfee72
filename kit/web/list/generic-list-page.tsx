import { useMemo, type ReactNode } from 'react';
import { BlankState } from '#ui/blank-state.tsx';
import { findDeclared } from '../declarations.ts';
import { usePage } from '#ui/page/page-context.ts';
import { ListPage } from './list-page.tsx';

/**
 * The page behind a menu component `list/<module>/<resource>`, with `?tab=` the lifecycle tab it
 * stands for; every other option is a filter it always applies.
 */
export function GenericListPage(): ReactNode {
  const { options, component } = usePage();
  const [, module = '', name = ''] = component.split('/');
  const resource = findDeclared(`${module}:${name}`);
  const { tab, fixed } = useMemo(() => {
    const { tab: first, ...rest } = options;
    return { tab: first, fixed: rest };
  }, [options]);
  if (!resource) return <BlankState tone="bad" title={<h1>页面不存在</h1>} text={`没有资源 ${module}:${name}`} />;
  return <ListPage of={resource} tab={tab} fixed={fixed} />;
}
