import type { Field, Fields, Values } from './field.ts';
import type { AnyResource } from './resource.ts';
import { defineRoute, shape } from './route.ts';
import type { FieldRow } from './row.ts';

/**
 * What a tenant decides of a module, declared once: one form that is saved as a whole, with the values that hold
 * until somebody decides. Its two routes, its rights (`<name>:list`, `<name>:edit`), its page and its part of 系统设置
 * follow from it.
 */
export interface Settings<F extends Fields = Fields> {
  readonly kind: 'settings';
  /** `module:name`: stored with what is decided, and the first part of its rights. */
  readonly name: string;
  readonly title: string;
  /** What it is about, in a sentence. */
  readonly about: string;
  readonly fields: F;
  readonly defaults: FieldRow<F>;
  /** Rows of keys on the form; one below the other by default. */
  readonly layout: readonly (readonly string[])[];
  /** Which value of two lets one person do less alone: who makes such a value wider is not let in by it. */
  readonly stricter: { readonly [K in keyof F]?: 'lower' | 'higher' };
  /** Fields that are hidden from whoever may not see a field of a resource. */
  readonly hidden: { readonly [K in keyof F]?: HiddenWith };
  readonly read: ReturnType<typeof readRoute<F, `/${string}`>>;
  readonly save: ReturnType<typeof saveRoute<F, `/${string}`>>;
}

interface HiddenWith {
  resource: AnyResource;
  field: string;
}

/** Who changed what when, as people read it. */
export interface SettingsChange {
  at: string;
  by: string;
  fields: { title: string; from: string; to: string }[];
}

/** Settings on the wire, beside their values: what is hidden from the reader is not among those. */
export interface WireSettings {
  [key: string]: unknown;
  /** Of its amounts, where it has any. */
  currency?: string;
  /** 0 where nobody has decided anything. */
  version: number;
  updateBy: string | null;
  updateTime: string | null;
  /** The newest first. */
  changes: SettingsChange[];
}

/** Values as the wire has them, but for those that are hidden from the reader. */
type Shown<F extends Fields> = { [K in keyof F]?: Values<F>[K & keyof Values<F>] };

type Named = Pick<Settings, 'name' | 'title'>;

interface SettingsOptions<F extends Fields, P extends `/${string}`> {
  path: P;
  about: string;
  fields: F;
  defaults: FieldRow<F>;
  layout?: Settings['layout'];
  stricter?: Settings<F>['stricter'];
  hidden?: Settings<F>['hidden'];
}

const readRoute = <F extends Fields, const P extends `/${string}`>(path: P, { name, title }: Named) =>
  defineRoute({
    method: 'GET',
    path,
    access: { permission: `${name}:list` },
    summary: `${title}：查看`,
    result: shape<WireSettings & Shown<F>>(),
  });

const saveRoute = <F extends Fields, const P extends `/${string}`>(path: P, { name, title }: Named, fields: F) =>
  defineRoute({
    method: 'PUT',
    path,
    access: { permission: `${name}:edit` },
    summary: `${title}：编辑`,
    body: shape<Record<string, unknown>>(fields),
    result: shape<WireSettings & Shown<F>>(),
  });

/** Declares a form of settings. @param name `module:name` */
export function defineSettings<const F extends Fields, const P extends `/${string}`>(
  name: `${string}:${string}`,
  title: string,
  options: SettingsOptions<F, P>,
) {
  const { path, about, fields, defaults, layout, stricter = {}, hidden = {} } = options;
  return {
    kind: 'settings',
    name,
    title,
    about,
    fields,
    defaults,
    layout: layout ?? Object.keys(fields).map((key) => [key]),
    stricter,
    hidden,
    read: readRoute<F, P>(path, { name, title }),
    save: saveRoute(path, { name, title }, fields),
  } as const;
}

/** Whether a form asks for amounts, which have a currency. */
export const hasAmounts = ({ fields }: Pick<Settings, 'fields'>): boolean =>
  Object.values(fields).some(({ kind }: Field) => kind === 'money');
