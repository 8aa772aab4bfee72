import { fetched } from '../fetched.tsx';
import type { EditProps, SearchProps, ShowProps } from './faces.ts';

/** Uploads of a row: small pictures, or names to download. */
export const UploadsShow = fetched<ShowProps>(() =>
  import('../upload/upload-faces.tsx').then((module) => module.UploadsShow),
);
export const UploadsEdit = fetched<EditProps>(() =>
  import('../upload/upload-faces.tsx').then((module) => module.UploadsEdit),
);
/** With or without any. */
export const UploadsSearch = fetched<SearchProps>(() =>
  import('../upload/upload-faces.tsx').then((module) => module.UploadsSearch),
);
