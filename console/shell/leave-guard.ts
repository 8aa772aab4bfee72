import { confirmAction } from '#ui/feedback.tsx';
import { heldPages } from '#ui/page/held-pages.ts';
import { useTabs } from './tab-store.ts';

/**
 * The one question before typed work is discarded, whatever would do it.
 * @param pages what is about to go; everything by default
 * @returns true when nothing would be lost, or the person agreed
 */
export async function mayDrop(pages?: readonly string[]): Promise<boolean> {
  const titles = heldTitles(pages);
  return (
    titles === '' ||
    confirmAction({
      title: `放弃${titles}中未保存的修改？`,
      okText: '放弃修改',
      cancelText: '继续编辑',
      danger: true,
    })
  );
}

/** The pages with unsaved work by their titles, or '' when there are none. */
export function heldTitles(pages?: readonly string[]): string {
  const { tabs } = useTabs.getState();
  const titles = heldPages()
    .filter((page) => pages?.includes(page) ?? true)
    .map((page) => tabs.find(({ key }) => key === page)?.title ?? '对话框');
  return titles.length === 0 ? '' : `“${[...new Set(titles)].join('、')}”`;
}
