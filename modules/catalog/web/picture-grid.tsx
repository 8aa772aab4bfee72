import { Checkbox } from 'antd';
import type { ReactNode } from 'react';
import { PictureTile, sizeText, type ListHandle } from '#kit/web/index.ts';
import { pictureRole } from '../model/picture.ts';
import { measureText, Verdict, type PictureRow } from './picture-columns.tsx';

/** The rows of the list as pictures side by side; they are chosen and opened as in the list. */
export function PictureGrid({
  list,
  onOpen,
}: {
  list: ListHandle<PictureRow>;
  onOpen: (row: PictureRow) => void;
}): ReactNode {
  const { selection } = list;
  const chosen = new Set((selection.mode === 'all' ? list.rows : selection.rows).map(({ id }) => id));
  const toggle = (id: string): void =>
    list.selectIds(chosen.has(id) ? [...chosen].filter((one) => one !== id) : [...chosen, id]);
  return (
    <ul className="ct-grid" aria-label="图片">
      {list.rows.map((row) => (
        <li key={row.id}>
          <Checkbox
            className="ct-grid-check"
            aria-label={`选择 ${row.fileName}`}
            checked={chosen.has(row.id)}
            onChange={() => toggle(row.id)}
          />
          <PictureTile path={String(row.image)} alt={row.altText ?? row.fileName} />
          <button type="button" className="ct-grid-name" onClick={() => onOpen(row)}>
            {row.fileName}
          </button>
          <span className="ct-quiet">
            {measureText(row)} · {sizeText(row.bytes)}
            {row.role && ` · ${pictureRole.items[row.role]}`}
          </span>
          <Verdict row={row} />
        </li>
      ))}
    </ul>
  );
}
