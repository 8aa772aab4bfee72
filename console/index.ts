/**
 * Front door of the console: what stands around the pages, and the session of whoever looks at them.
 */
export { readEntryData, type Brand } from './brand.ts';
export { galleryPages, galleryRoutes } from './gallery/gallery.ts';
export { Console } from './shell/console.tsx';
export { greetingNow } from './shell/greeting.ts';
export { headerTools } from './shell/header-tools.ts';
export { PageContent } from './shell/page-header.tsx';
export { EmbeddedPage, useOpenPath } from './shell/embedded-page.tsx';
export { enterAs } from './session/enter-as.ts';
export { signOut } from './session/sign-in.ts';
export { Avatar, type AvatarProps } from './session/account/avatar.tsx';
export { setReadAloud, useReadAloud } from './read-aloud-choice.ts';
export { clearCache } from './session/account/clear-cache.ts';
export {
  DepartDialog,
  PasswordDialog,
  TenantDialog,
  type AccountDialogProps,
} from './session/account/account-dialogs.ts';
