import { Segmented, Select } from 'antd';
import { useState, type ReactNode } from 'react';
import { MOST_TAGS_SHOWN } from '#kit/model/limits.ts';
import { toastError } from '#ui/feedback.tsx';
import { useAwaitedEnter } from '#ui/cells/awaited-enter.tsx';
import { inputProps, type EditProps, type SearchProps } from '#ui/cells/faces.ts';
import { useRemoteOptions } from '../cells/link-cells.tsx';
import { findResource } from '../declarations.ts';
import { refreshResource } from '../query-client.ts';
import { callResource } from '../resource-call.ts';
import { usePermission } from '../session/access.ts';

/** Value of the entry that adds a tag of the name that was typed; no id is like it. */
const NEW = '+';
const LONGEST_NAME = 32;

interface TagsEditProps extends EditProps {
  /** Whether a new one may be added here, by whoever may add tags. */
  mayAdd?: boolean;
}

/** Chooses tags; one that is typed and not there is added, by whoever may add tags. */
export function TagsEdit({
  field,
  value,
  onChange,
  onBlur,
  disabled,
  opensAtOnce,
  mayAdd: isOpen = true,
  ...props
}: TagsEditProps): ReactNode {
  const ids = Array.isArray(value) ? (value as string[]) : [];
  const remote = useRemoteOptions(field.to, ids, opensAtOnce, field.within);
  const [typed, setTyped] = useState('');
  const [isAdding, setAdding] = useState(false);
  const mayAdd = usePermission(`${field.to}:add`) && isOpen;
  const { options, showSearch } = remote.props;
  const name = typed.trim();
  const isNew = mayAdd && name !== '' && !remote.props.loading && !options.some(({ label }) => label === name);
  const take = async (next: readonly string[]): Promise<void> => {
    const chosen = next.filter((id) => id !== NEW);
    setTyped('');
    showSearch.onSearch('');
    if (chosen.length === next.length) return onChange?.(chosen);
    setAdding(true);
    const id = await addTag(field, name);
    setAdding(false);
    if (id) onChange?.([...chosen, id]);
  };
  const added = isNew ? [{ value: NEW, label: `新增“${name.slice(0, LONGEST_NAME)}”` }] : [];
  const around = useAwaitedEnter({ ...remote.asked, entries: [...options, ...added] }, ({ value: id }) => {
    if (!ids.includes(id)) void take([...ids, id]);
  });
  return around(
    <Select<{ value: string; label: ReactNode }[]>
      {...inputProps(props)}
      {...remote.props}
      mode="multiple"
      labelInValue
      placeholder={mayAdd ? '选择，或输入新标签' : '请选择'}
      loading={remote.props.loading || isAdding}
      disabled={(disabled ?? false) || isAdding}
      defaultOpen={opensAtOnce ?? false}
      value={ids.map((id) => ({ value: id, label: remote.labelOf(id) ?? '加载中…' }))}
      options={[...options, ...added]}
      showSearch={{
        filterOption: false,
        searchValue: typed,
        onSearch: (text) => {
          setTyped(text);
          showSearch.onSearch(text);
        },
      }}
      onChange={(next) => void take(next.map((one) => one.value))}
      {...(onBlur ? { onBlur } : {})}
    />,
  );
}

/** @returns the id of the new tag; null where it was refused, which was said */
async function addTag({ to, within }: EditProps['field'], name: string): Promise<string | null> {
  const target = to ? findResource(to) : undefined;
  if (!target) return null;
  try {
    const body = { ...within, [target.label]: name };
    const { result } = await callResource<{ id: string }>(target, 'add', { body });
    void refreshResource(target);
    return result.id;
  } catch (error) {
    toastError(error);
    return null;
  }
}

const ALL = '++';

/** Rows that have any of some tags, or all of them. */
export function TagsSearch({ field, name, id, query, set, placeholder = '全部' }: SearchProps): ReactNode {
  const request = query[name] ?? '';
  const ids = request.split(/,|\+\+/).filter((one) => one !== '');
  const [isAll, setAll] = useState(request.includes(ALL));
  const remote = useRemoteOptions(field.to, ids, false, field.within);
  const ask = (next: readonly string[], all: boolean): void =>
    set({ [name]: next.join(all ? ALL : ',') || undefined }, true);
  const around = useAwaitedEnter(remote.asked, ({ value }) => {
    remote.forget();
    if (!ids.includes(value)) ask([...ids, value], isAll);
  });
  return around(
    <Select<{ value: string; label: ReactNode }[]>
      {...remote.props}
      showSearch={remote.search}
      id={id}
      mode="multiple"
      labelInValue
      value={ids.map((value) => ({ value, label: remote.labelOf(value) ?? '加载中…' }))}
      placeholder={placeholder}
      allowClear
      maxTagCount={MOST_TAGS_SHOWN}
      popupRender={(menu) => (
        <>
          <Segmented<string>
            block
            size="small"
            aria-label="多个标签"
            options={[
              { value: 'any', label: '任一标签' },
              { value: 'all', label: '全部标签' },
            ]}
            value={isAll ? 'all' : 'any'}
            onChange={(how) => {
              setAll(how === 'all');
              if (ids.length > 1) ask(ids, how === 'all');
            }}
          />
          {menu}
        </>
      )}
      onChange={(next) =>
        ask(
          next.map((one) => one.value),
          isAll,
        )
      }
    />,
  );
}
