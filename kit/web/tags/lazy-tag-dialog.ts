import { fetched } from '#ui/fetched.tsx';
import type { TagDialogProps } from './tag-dialog.tsx';

/** Tags of many rows: preview, run, what was refused. */
export const TagDialog = fetched<TagDialogProps>(() => import('./tag-dialog.tsx').then((module) => module.TagDialog));
