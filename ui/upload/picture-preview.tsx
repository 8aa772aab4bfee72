import { Image } from 'antd';
import type { ReactNode } from 'react';
import { addressOf, nameOf } from './stored-files.ts';

/** One stored picture, large, until it is closed. */
export const PicturePreview = ({ path, onClose }: { path: string; onClose: () => void }): ReactNode => (
  <Image.PreviewGroup
    items={[{ src: addressOf(path), alt: nameOf(path) }]}
    preview={{ open: true, onOpenChange: (isOpen) => !isOpen && onClose() }}
  />
);
