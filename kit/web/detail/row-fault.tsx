import { Button } from 'antd';
import type { ReactNode } from 'react';
import { resourceKey, type AnyResource } from '#kit/model/resource.ts';
import { BlankState } from '#ui/blank-state.tsx';
import { ApiError } from '#ui/http/api-error.ts';
import { useOptionalPage } from '#ui/page/page-context.ts';
import { listPath } from './list-path.ts';

/**
 * In place of a row that could not be read. One that is not there, or that this person may not see, is not
 * asked for again: the way leads back to the list.
 * @param level 1: of a page, as its heading; 2: within one
 */
export function RowFault({
  of,
  error,
  onRetry,
  level = 1,
}: {
  of: AnyResource;
  error: Error;
  onRetry: () => void;
  level?: 1 | 2 | undefined;
}): ReactNode {
  const page = useOptionalPage();
  const isMissing = error instanceof ApiError && error.status === 404;
  const list = isMissing && level === 1 ? listPath(resourceKey(of)) : null;
  const title = isMissing ? `找不到这条${of.title}` : `${of.title}打不开`;
  return (
    <BlankState
      tone="bad"
      title={level === 1 ? <h1>{title}</h1> : title}
      text={isMissing ? '它已被删除，或不在您能看到的店铺、仓库和数据范围内。' : error.message}
      actions={
        <>
          {!isMissing && (
            <Button type="primary" onClick={onRetry}>
              重试
            </Button>
          )}
          {page && list && (
            <Button
              type="primary"
              onClick={() => {
                page.open(list);
                page.close();
              }}
            >
              返回列表
            </Button>
          )}
          {page && level === 1 && !list && <Button onClick={page.close}>关闭此页</Button>}
        </>
      }
    />
  );
}
