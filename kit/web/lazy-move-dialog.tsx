import { fetched } from '#ui/fetched.tsx';
import type { MoveQuestionsProps } from './lifecycle/move-dialog.tsx';

/** The generic dialog of one move. */
export const MoveDialog = fetched<MoveQuestionsProps>(() =>
  import('./lifecycle/move-dialog.tsx').then((module) => module.MoveDialog),
);
