import { useState, type ReactNode } from 'react';
import { fetched } from '#ui/fetched.tsx';
import { nameOf, smallPicture } from '#ui/upload/stored-files.ts';
import './row-picture.css';

const PicturePreview = fetched<{ path: string; onClose: () => void }>(() =>
  import('#ui/upload/picture-preview.tsx').then((module) => module.PicturePreview),
);

/** The picture in front of a row, 40 px, and large on a click; a place is kept where there is none. */
export function RowPicture({ path }: { path: string | null }): ReactNode {
  const [isLarge, setLarge] = useState(false);
  if (path === null) return <span className="wb-row-picture" />;
  const name = nameOf(path);
  return (
    <>
      <button
        type="button"
        className="wb-row-picture"
        title={name}
        aria-label={`查看图片 ${name}`}
        onClick={() => setLarge(true)}
      >
        <img {...smallPicture(path)} alt="" width={40} height={40} />
      </button>
      {isLarge && <PicturePreview path={path} onClose={() => setLarge(false)} />}
    </>
  );
}
