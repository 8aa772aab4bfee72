import { fetched } from '#ui/fetched.tsx';
import type { AccountDialogProps } from './password-dialog.tsx';

export type { AccountDialogProps };

/** 修改密码. */
export const PasswordDialog = fetched<AccountDialogProps>(() =>
  import('./password-dialog.tsx').then((module) => module.PasswordDialog),
);
/** 部门选择. */
export const DepartDialog = fetched<AccountDialogProps>(() =>
  import('./depart-dialog.tsx').then((module) => module.DepartDialog),
);
/** 切换租户. */
export const TenantDialog = fetched<AccountDialogProps>(() =>
  import('./tenant-dialog.tsx').then((module) => module.TenantDialog),
);
