import type { ReactNode } from 'react';
import { BlankState } from '#ui/blank-state.tsx';
import { usePage } from '#ui/page/page-context.ts';
import { findResource } from '../declarations.ts';
import { DetailPage } from './detail-page.tsx';

/** The page behind `/detail/<module>/<resource>/<id>`, unless a module has registered its own. */
export function GenericDetailPage(): ReactNode {
  const { params } = usePage();
  const key = `${params['module']}:${params['resource']}`;
  const resource = findResource(key);
  if (!resource) return <BlankState tone="bad" title={<h1>页面不存在</h1>} text={`没有资源 ${key}`} />;
  return <DetailPage of={resource} />;
}
