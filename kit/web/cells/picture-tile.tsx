import { useState, type ReactNode } from 'react';
import { fetched } from '#ui/fetched.tsx';
import { addressOf } from '#ui/upload/stored-files.ts';
import './row-picture.css';

const PicturePreview = fetched<{ path: string; onClose: () => void }>(() =>
  import('#ui/upload/picture-preview.tsx').then((module) => module.PicturePreview),
);

/** A picture as wide as its place, whole on a click. @param alt what it shows, in words */
export function PictureTile({ path, alt }: { path: string; alt: string }): ReactNode {
  const [isLarge, setLarge] = useState(false);
  return (
    <>
      <button
        type="button"
        className="wb-picture-tile"
        title={alt}
        aria-label={`查看图片 ${alt}`}
        onClick={() => setLarge(true)}
      >
        <img src={addressOf(path, 480)} alt={alt} loading="lazy" />
      </button>
      {isLarge && <PicturePreview path={path} onClose={() => setLarge(false)} />}
    </>
  );
}
