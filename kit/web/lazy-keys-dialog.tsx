import { fetched } from '#ui/fetched.tsx';
import type { KeysDialogProps } from './list/keys-dialog.tsx';

/** What the keys of a page do. */
export const KeysDialog = fetched<KeysDialogProps>(() =>
  import('./list/keys-dialog.tsx').then((module) => module.KeysDialog),
);
