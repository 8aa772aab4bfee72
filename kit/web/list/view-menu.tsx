import { Button, Input } from 'antd';
import { useState, type ReactNode } from 'react';
import type { ListView } from '#kit/model/list-view.ts';
import { ApiError } from '#ui/http/api-error.ts';
import { confirmAction, toast, toastError } from '#ui/feedback.tsx';
import { kitServices } from '../services.ts';
import type { ListViewsHandle } from './use-list-views.ts';
import './view-menu.css';

export interface ViewMenuProps {
  listKey: string;
  views: Chosen;
  onClose: () => void;
}

/** What of the views has nothing to do with the rows of their list. */
type Chosen = Pick<ListViewsHandle, 'views' | 'current' | 'isChanged' | 'content' | 'choose' | 'put' | 'reload'>;

/** What a name is being typed for. */
type Naming = 'new' | 'rename';

/** The views of a list to choose from, and what may be done with the chosen one. */
export function ViewMenu({ listKey, views, onClose }: ViewMenuProps): ReactNode {
  const [naming, setNaming] = useState<Naming | null>(null);
  const { current } = views;
  const work = useViewWork(listKey, views, onClose);
  if (naming)
    return (
      <NameForm
        title={naming === 'new' ? '另存为视图' : '重命名视图'}
        start={naming === 'rename' ? (current?.name ?? '') : ''}
        onName={(name) => (naming === 'rename' && current ? work.change(current, { name }) : work.add(name))}
        onCancel={() => setNaming(null)}
      />
    );
  return (
    <div className="wb-view-menu">
      <ViewList views={views} onClose={onClose} />
      <div className="wb-view-deeds">
        {current && views.isChanged && current.isChangeable && (
          <Button
            type="primary"
            size="small"
            onClick={() => work.run(work.change(current, { content: views.content }))}
          >
            保存
          </Button>
        )}
        <Button size="small" onClick={() => setNaming('new')}>
          另存为
        </Button>
        {current && <ViewActions view={current} work={work} onRename={() => setNaming('rename')} />}
      </div>
    </div>
  );
}

function ViewActions({ view, work, onRename }: { view: ListView; work: ViewWork; onRename: () => void }): ReactNode {
  const { isDefault, isShared, isChangeable } = view;
  return (
    <>
      {isChangeable && (
        <Button size="small" onClick={onRename}>
          重命名
        </Button>
      )}
      <Button size="small" onClick={() => work.run(work.setDefault(view))}>
        {isDefault ? '取消默认' : '设为默认'}
      </Button>
      {isChangeable && (
        <>
          <Button size="small" onClick={() => work.run(work.change(view, { isShared: !isShared }))}>
            {isShared ? '取消共享' : '共享给团队'}
          </Button>
          <Button size="small" danger onClick={() => work.run(work.remove(view))}>
            删除
          </Button>
        </>
      )}
    </>
  );
}

function ViewList({ views, onClose }: Pick<ViewMenuProps, 'views' | 'onClose'>): ReactNode {
  const choose = (view: ListView | null): void => {
    views.choose(view);
    onClose();
  };
  const groups = [
    { title: '我的视图', own: views.views.filter(({ isOwn }) => isOwn) },
    { title: '团队视图', own: views.views.filter(({ isOwn }) => !isOwn) },
  ];
  return (
    <div className="wb-view-list">
      <button type="button" aria-pressed={!views.current} onClick={() => choose(null)}>
        不使用视图
      </button>
      {groups.map(({ title, own }) =>
        own.length === 0 ? null : (
          <section key={title} aria-label={title}>
            <h3>{title}</h3>
            {own.map((view) => (
              <button key={view.id} type="button" aria-pressed={view === views.current} onClick={() => choose(view)}>
                <span>{view.name}</span>
                {view.isDefault && <small>默认</small>}
                {view.isShared && <small>{view.isOwn ? '已共享' : view.owner}</small>}
              </button>
            ))}
          </section>
        ),
      )}
    </div>
  );
}

/** A name is typed; what the server says of it stands below, and what was typed stays. */
function NameForm({
  title,
  start,
  onName,
  onCancel,
}: {
  title: string;
  start: string;
  onName: (name: string) => Promise<unknown>;
  onCancel: () => void;
}): ReactNode {
  const [name, setName] = useState(start);
  const [fault, setFault] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const send = (): void => {
    setBusy(true);
    setFault(null);
    onName(name)
      .then(onCancel, (error: unknown) => {
        if (error instanceof ApiError) setFault(error.message);
        else toastError(error);
      })
      .finally(() => setBusy(false));
  };
  return (
    <form
      className="wb-view-menu"
      aria-label={title}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Input
        autoFocus
        aria-label="视图名称"
        placeholder="视图名称"
        value={name}
        aria-invalid={fault !== null}
        {...(fault ? { status: 'error' as const } : {})}
        onChange={({ target }) => setName(target.value)}
      />
      {fault && (
        <p className="wb-view-fault" role="alert">
          {fault}
        </p>
      )}
      <div className="wb-view-deeds">
        <Button size="small" onClick={onCancel}>
          取消
        </Button>
        <Button size="small" type="primary" htmlType="submit" loading={isBusy}>
          确定
        </Button>
      </div>
    </form>
  );
}

type Change = Partial<Pick<ListView, 'name' | 'isShared' | 'content'>>;
type ViewWork = ReturnType<typeof useViewWork>;

const STALE = 409;

function useViewWork(listKey: string, views: Chosen, onClose: () => void) {
  const services = kitServices.get().listViews;
  return {
    /** Says why something could not be done. */
    run: (doing: Promise<unknown>): void => void doing.catch(toastError),
    async add(name: string): Promise<void> {
      const made = await services.add({ listKey, name, content: views.content });
      views.put(made.id, made);
      views.choose(made);
      toast.done('视图已保存');
      onClose();
    },
    async change({ id, version }: ListView, change: Change): Promise<void> {
      try {
        views.put(id, await services.edit({ id, version, ...change }));
        toast.done('视图已保存');
      } catch (error) {
        // Somebody was faster: what they made of it is fetched, what was typed here stays.
        if (error instanceof ApiError && error.status === STALE) await views.reload();
        throw error;
      }
    },
    async setDefault({ id, isDefault }: ListView): Promise<void> {
      await services.setDefault(listKey, isDefault ? null : id);
      await views.reload();
      toast.done(isDefault ? '已取消默认视图' : '打开列表时将使用此视图');
    },
    async remove({ id, name, isShared }: ListView): Promise<void> {
      const isAgreed = await confirmAction({
        title: `删除视图“${name}”？`,
        content: isShared ? '团队成员将不能再使用它。' : '删除后不可恢复。',
        okText: '删除',
        danger: true,
      });
      if (!isAgreed) return;
      await services.delete(id);
      views.choose(null);
      views.put(id, null);
      toast.done('视图已删除');
    },
  };
}
