import { fetched } from '../fetched.tsx';
import type { FilePopProps } from './file-pop.tsx';
import type { FileUploadProps } from './file-upload.tsx';
import type { ImageUploadProps } from './image-upload.tsx';
import type { InputPopProps } from './input-pop.tsx';
import type { UploadCellProps } from './upload-cell.tsx';

/** Files with progress, a list and a button. */
export const FileUpload = fetched<FileUploadProps>(() =>
  import('./file-upload.tsx').then((module) => module.FileUpload),
);
/** Pictures with small views, a large one and an order. */
export const ImageUpload = fetched<ImageUploadProps>(() =>
  import('./image-upload.tsx').then((module) => module.ImageUpload),
);
/** Files in a cell of a grid. */
export const UploadCell = fetched<UploadCellProps>(() =>
  import('./upload-cell.tsx').then((module) => module.UploadCell),
);
/** Files in a pop-up. */
export const FilePop = fetched<FilePopProps>(() => import('./file-pop.tsx').then((module) => module.FilePop));
/** A line of text that opens to a larger one. */
export const InputPop = fetched<InputPopProps>(() => import('./input-pop.tsx').then((module) => module.InputPop));
