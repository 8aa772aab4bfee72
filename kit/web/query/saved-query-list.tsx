import type { SavedQuery } from '#kit/model/advanced-query.ts';
import { CloseOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { isWaiting } from './saved-query-cache.ts';
import type { SavedQueries } from './use-saved-queries.ts';

/** 保存的查询: a click loads one into the builder. */
export function SavedQueryList({
  saved: { queries, isLoading, isLocal },
  current,
  onLoad,
  onRemove,
}: {
  saved: SavedQueries;
  /** Name of the one that was loaded last. */
  current: string | null;
  onLoad: (query: SavedQuery) => void;
  onRemove: (query: SavedQuery) => void;
}): ReactNode {
  return (
    <section className="wb-query-saved" aria-label="保存的查询">
      <h3>保存的查询</h3>
      {isLocal && <p className="wb-query-note">服务器暂时无法访问，以下为本机保存的查询</p>}
      {queries.length === 0 && <p className="wb-query-note">{isLoading ? '加载中…' : '没有保存任何查询'}</p>}
      <ul>
        {queries.map((query) => (
          <li key={query.name}>
            <button
              type="button"
              className="wb-query-name"
              aria-pressed={query.name === current}
              title={query.name}
              onClick={() => onLoad(query)}
            >
              {query.name}
            </button>
            {isWaiting(query) && <small>仅本机</small>}
            <Button
              type="text"
              size="small"
              icon={<CloseOutlined />}
              aria-label={`删除「${query.name}」`}
              title="删除"
              onClick={() => onRemove(query)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
