import type { Settings } from './settings.ts';

/** A page or a group of the side menu. Paths are the key: the code owns them. */
export interface DeclaredMenu {
  /** Route of a page, or the path of a group. */
  path: string;
  title: string;
  /** Path of the group it hangs below; none = a root. */
  parent?: string;
  /** View below the views area, e.g. `system/UserList`; a group has none. */
  component?: string;
  icon?: string;
  sort: number;
  /** Code a person needs for the page; none = everybody who is signed in. */
  permission?: string;
  /** `module:resource` whose buttons belong to this page; taken from `permission` where absent. */
  resources?: readonly string[];
  hidden?: boolean;
  keepAlive?: boolean;
  redirect?: string;
}

type ListPage = [path: string, title: string, sort: number, resource: string, component?: string];

/** Pages that show one resource each: by its generic list, or the component that is named. */
export const listPages = (parent: string, pages: readonly ListPage[]): DeclaredMenu[] =>
  pages.map(([path, title, sort, resource, component = `list/${resource.replace(':', '/')}`]) => ({
    path,
    title,
    parent,
    component,
    sort,
    permission: `${resource}:list`,
    resources: [resource],
    keepAlive: true,
  }));

/** The page of a form of settings, below the group whose work it is about. */
export const settingsMenu = (
  parent: string,
  path: string,
  sort: number,
  { name, title }: Pick<Settings, 'name' | 'title'>,
): DeclaredMenu => ({
  path,
  title,
  parent,
  component: `settings/${name.replace(':', '/')}`,
  sort,
  permission: `${name}:list`,
  resources: [name],
});
