import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import type { AnyResource } from '#kit/model/resource.ts';
import { toast, toastError } from '#ui/feedback.tsx';
import { isHeld } from '#ui/page/held-pages.ts';
import { useOptionalPage } from '#ui/page/page-context.ts';
import { neighbourOf, placeIn, trailOf } from '../list/list-trail.ts';
import { detailPath } from './detail-path.ts';

/**
 * 上一条 and 下一条 of the list that a row was opened from, and its place there. Nothing where the
 * row was reached in another way.
 * @param onGo shows another row in place; by default its page takes the place of this one; null: not now
 */
export function Neighbours({
  of,
  id,
  onGo,
}: {
  of: AnyResource;
  id: string;
  onGo?: ((id: string) => void) | null | undefined;
}): ReactNode {
  const page = useOptionalPage();
  const [busy, setBusy] = useState<-1 | 1 | null>(null);
  const trail = trailOf(of, id);
  if (!trail || onGo === null || (!onGo && !page)) return null;
  const place = placeIn(trail, id);
  const show = (next: string): void => {
    if (onGo) return onGo(next);
    // What is typed here and not stored keeps its page.
    if (page && !isHeld(page.path)) page.close();
    page?.open(detailPath(of, next));
  };
  const go = async (way: -1 | 1): Promise<void> => {
    setBusy(way);
    try {
      const next = await neighbourOf(of, trail, id, way);
      if (next) show(next);
      else toast.warn('列表里没有更多了');
    } catch (error) {
      toastError(error);
    } finally {
      setBusy(null);
    }
  };
  const step = (way: -1 | 1, title: string, isEnd: boolean, icon: ReactNode): ReactNode => (
    <Button
      type="text"
      size="small"
      icon={icon}
      aria-label={title}
      title={title}
      disabled={isEnd}
      loading={busy === way}
      onClick={() => void go(way)}
    />
  );
  return (
    <nav className="wb-neighbours" aria-label="列表中的位置">
      {step(-1, '上一条', place <= 1, <LeftOutlined />)}
      <span>
        {place}/{trail.totalText ?? trail.total}
      </span>
      {step(1, '下一条', place >= trail.total && !trail.totalText, <RightOutlined />)}
    </nav>
  );
}
