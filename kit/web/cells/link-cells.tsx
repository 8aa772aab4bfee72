import { skipToken, useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useMemo, useState, type ReactNode } from 'react';
import { DICT_SEARCH_DEBOUNCE_MS, MOST_TAGS_SHOWN } from '#kit/model/limits.ts';
import type { RowFace } from '#kit/model/list-entry.ts';
import type { AnyResource } from '#kit/model/resource.ts';
import { findResource } from '../declarations.ts';
import { detailPath } from '../detail/detail-path.ts';
import { keyOf } from '../query-client.ts';
import { fetchResource } from '../resource-call.ts';
import { useOptionalPage } from '#ui/page/page-context.ts';
import { usePermissions } from '../session/access.ts';
import { useDebounced } from '#ui/use-debounced.ts';
import { useAwaitedEnter } from '#ui/cells/awaited-enter.tsx';
import { DASH } from '#ui/cells/text-cells.tsx';
import { useTypedChoice } from '#ui/cells/typed-choice.tsx';
import { Unread } from '#ui/cells/unread.ts';
import { smallPicture } from '#ui/upload/stored-files.ts';
import {
  inputProps,
  isBlank,
  type CellFaces,
  type EditProps,
  type SearchProps,
  type ShowProps,
} from '#ui/cells/faces.ts';

export interface Option {
  value: string;
  text: string;
  /** By what else a row is known: absent where its declaration says nothing, or the reader may not see it. */
  face?: RowFace;
}

const PAGE_SIZE = 20;

/** The label of the row it points to; opens it when the user may see it. */
function LinkShow({ field, name, value, row }: ShowProps): ReactNode {
  const page = useOptionalPage();
  const may = usePermissions();
  if (isBlank(value)) return DASH;
  const text = String(row[`${name}_dictText`] ?? value);
  const target = field.to ? findResource(field.to) : undefined;
  if (!target || !page || target.kind === 'ledger' || !may(`${field.to}:list`)) return <>{text}</>;
  const path = detailPath(target, String(value));
  return (
    <a
      className="wb-quiet-link"
      href={path}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        page.open(path);
      }}
    >
      {text}
    </a>
  );
}

function LinkEdit({
  field,
  name,
  value,
  onChange,
  onBlur,
  onText,
  disabled,
  row,
  opensAtOnce = false,
  ...props
}: EditProps): ReactNode {
  const isUnread = value instanceof Unread;
  const ids = isBlank(value) || isUnread ? [] : [String(value)];
  const remote = useRemoteOptions(field.to, ids, opensAtOnce);
  const typed = useTypedChoice(
    remote.props.options,
    (entry) => onChange?.(entry.value, entry.label),
    onText ?? ((text) => onChange?.(new Unread(text, `请从列表中选择${field.title}`), text)),
  );
  const given = row?.[`${name}_dictText`];
  const label = isUnread
    ? value.text
    : (remote.knownAs(String(value)) ?? (typeof given === 'string' ? given : remote.labelOf(String(value))));
  return typed.around(
    <Select
      {...inputProps(props)}
      {...remote.props}
      aria-label={field.title}
      labelInValue
      value={isBlank(value) ? null : { value: String(value), label: label ?? '加载中…' }}
      disabled={disabled ?? false}
      defaultOpen={opensAtOnce}
      allowClear={!field.required}
      onChange={(next: { value: string; label: ReactNode } | null | undefined) => {
        typed.forget();
        onChange?.(next?.value ?? null, typeof next?.label === 'string' ? next.label : '');
      }}
      onBlur={() => {
        typed.leave();
        onBlur?.();
      }}
    />,
  );
}

/** One or several rows: several mean "one of". */
function LinkSearch({ field, name, id, query, set, placeholder = '全部' }: SearchProps): ReactNode {
  const ids = query[name]?.split(',').filter((id) => id !== '') ?? [];
  const remote = useRemoteOptions(field.to, ids);
  const ask = (next: readonly string[]): void => set({ [name]: next.join(',') || undefined }, true);
  const around = useAwaitedEnter(remote.asked, ({ value }) => {
    remote.forget();
    if (!ids.includes(value)) ask([...ids, value]);
  });
  return around(
    <Select
      {...remote.props}
      showSearch={remote.search}
      id={id}
      mode="multiple"
      labelInValue
      value={ids.map((value) => ({ value, label: remote.labelOf(value) ?? '加载中…' }))}
      placeholder={placeholder}
      allowClear
      maxTagCount={MOST_TAGS_SHOWN}
      onChange={(next: { value: string; label: ReactNode }[]) => ask(next.map((one) => one.value))}
    />,
  );
}

export const linkFaces: CellFaces = {
  Show: LinkShow,
  Edit: LinkEdit,
  Search: LinkSearch,
  sortable: false,
};

/** What is called so has been deleted, or is not for this person to see. */
const GONE = '已删除';

const NOWHERE: Readonly<Record<string, string>> = {};

/**
 * Options of a linked resource from its `/options`: searched as the user types, with the labels of
 * the chosen ids fetched where they are not known yet.
 * @param within what the offered rows have in common, by field
 */
export function useRemoteOptions(
  to: string | undefined,
  ids: readonly string[],
  startsOpen = false,
  within: Readonly<Record<string, string>> = NOWHERE,
) {
  const [isOpen, setOpen] = useState(startsOpen);
  const [typed, setTyped] = useState('');
  const keyword = useDebounced(typed.trim(), DICT_SEARCH_DEBOUNCE_MS);
  const target = to ? findResource(to) : undefined;
  const found = useQuery({
    queryKey: target ? optionsKey(target, keyword, within) : ['options', to, keyword],
    // Not skipped while closed: of two inputs that ask alike the other may be open.
    queryFn: target ? ({ signal }) => fetchOptions(target, { ...within, keyword }, signal) : skipToken,
    enabled: target !== undefined && isOpen,
  });
  const known = new Map(found.data?.map((option) => [option.value, option.text]));
  const missing = ids.filter((id) => !known.has(id));
  const chosen = useQuery({
    queryKey: target ? keyOf(target, 'labels', missing) : ['labels', to, missing],
    queryFn:
      target && missing.length > 0
        ? ({ signal }) => fetchOptions(target, { ids: missing.join(',') }, signal)
        : skipToken,
    staleTime: Infinity,
  });
  for (const option of chosen.data ?? []) known.set(option.value, option.text);
  const isWaiting = found.isFetching || keyword !== typed.trim();
  const entries = useMemo(
    () => (found.data ?? []).map(({ value, text, face }) => ({ value, label: text, face })),
    [found.data],
  );
  const search = { filterOption: false as const, onSearch: setTyped };
  return {
    /** What it is called, as far as it has been answered. */
    knownAs: (id: string): string | undefined => known.get(id),
    /** The same; of what no answer knows, that it is gone. */
    labelOf: (id: string): string | undefined =>
      known.get(id) ?? (chosen.isSuccess && missing.includes(id) ? GONE : undefined),
    /** What is asked for now, and what there is until its answer has come. */
    asked: { typed, isWaiting: isWaiting && isOpen, entries },
    /** As `showSearch` of `props`, with the text in this hook's hands: {@link forget} empties it. */
    search: { ...search, searchValue: typed },
    forget: (): void => setTyped(''),
    props: {
      showSearch: search,
      onOpenChange: setOpen,
      options: entries,
      ...(found.data?.some(({ face }) => face) ? FACED : {}),
      loading: isWaiting && isOpen,
      notFoundContent: isWaiting
        ? '加载中…'
        : found.error
          ? found.error.message || '加载失败，请重试'
          : '没有查询到任何数据',
    },
  };
}

/**
 * The row that a link must point to because there is no other, by its id; undefined where there are several or
 * none, while nobody knows, and to whoever may not see the rows.
 * @param to `module:resource`; undefined asks for nothing
 */
export function useOnlyOption(to: string | undefined): string | undefined {
  const may = usePermissions();
  const target = to !== undefined && may(`${to}:list`) ? findResource(to) : undefined;
  const { data } = useQuery({
    queryKey: target ? optionsKey(target, '', NOWHERE) : ['options', to, ''],
    queryFn: target ? ({ signal }) => fetchOptions(target, { keyword: '' }, signal) : skipToken,
  });
  return data?.length === 1 ? data[0]?.value : undefined;
}

/** A code with the name and the picture that it stands for, in a menu wide enough for them. */
const FACED = {
  popupMatchSelectWidth: 360,
  optionRender({ data }: { data: object }): ReactNode {
    const { label, face } = data as { label: string; face: RowFace | undefined };
    return (
      <span className="wb-option">
        {face?.picture ? (
          <img {...smallPicture(face.picture)} alt="" width={32} height={32} />
        ) : (
          <span className="wb-option-blank" />
        )}
        <span>
          {label}
          {face?.name && <small>{face.name}</small>}
        </span>
      </span>
    );
  },
};

const optionsKey = (
  target: AnyResource,
  keyword: string,
  within: Readonly<Record<string, string>>,
): readonly unknown[] => keyOf(target, 'options', keyword, within);

const fetchOptions = (
  target: AnyResource,
  query: { keyword?: string; ids?: string; [field: string]: string },
  signal: AbortSignal,
): Promise<Option[]> =>
  fetchResource<Option[]>(target, 'options', { ...query, pageSize: query.ids ? 200 : PAGE_SIZE }, { signal });
