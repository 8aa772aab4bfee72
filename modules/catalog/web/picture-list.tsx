import { Button, Segmented } from 'antd';
import { useState, type ReactNode } from 'react';
import {
  readLocal,
  writeLocal,
  fetched,
  ListPage,
  packFiles,
  QuickChip,
  usePermissions,
  type ListHandle,
  type RowAction,
} from '#kit/web/index.ts';
import { picture } from '../model/picture.ts';
import { product, sku } from '../model/product.ts';
import type { MatchPicturesProps } from './match-pictures.tsx';
import { PICTURE_COLUMNS, type PictureRow } from './picture-columns.tsx';
import type { PictureDrawerProps } from './picture-drawer.tsx';
import { detachAll, removeAll } from './picture-calls.ts';
import { PictureGrid } from './picture-grid.tsx';
import './pictures.css';

const MatchPictures = fetched<MatchPicturesProps>(() =>
  import('./match-pictures.tsx').then((module) => module.MatchPictures),
);
const PictureDrawer = fetched<PictureDrawerProps>(() =>
  import('./picture-drawer.tsx').then((module) => module.PictureDrawer),
);

type Look = 'list' | 'grid';
const LOOK = 'catalog.pictures.look';

/** 图片: all of them as a list or side by side, what is wrong with each, and what can be done about it. */
export function PictureList(): ReactNode {
  const may = usePermissions();
  const mayEdit = may('catalog:picture:edit');
  const [look, setLook] = useState<Look>(readLocal(LOOK) === 'grid' ? 'grid' : 'list');
  const [operation, setDeed] = useState<Omit<PictureDrawerProps, 'onClose'> | null>(null);
  const [isMatching, setMatching] = useState(false);
  const matched = [product, sku].filter(({ name }) => may(`catalog:${name}:edit`));
  const actionsOf = (row: PictureRow): RowAction[] =>
    mayEdit && (row.owner === 'none' || may(`catalog:${row.owner}:edit`))
      ? pictureActions(row, (what) => setDeed({ what, rows: [row] }))
      : [];
  return (
    <div className={look === 'grid' ? 'ct-pictures-grid' : ''}>
      <ListPage
        of={picture}
        columns={PICTURE_COLUMNS}
        isSelectable
        head={
          <Segmented
            size="small"
            aria-label="显示方式"
            value={look}
            onChange={(next: Look) => {
              writeLocal(LOOK, next);
              setLook(next);
            }}
            options={[
              { value: 'list', label: '列表' },
              { value: 'grid', label: '网格' },
            ]}
          />
        }
        quick={{
          names: ({ verdict, owner }) => [
            ...(verdict === 'faulty' ? ['verdict'] : []),
            ...(owner === 'none' ? ['owner'] : []),
          ],
          show: (list) => <Chips list={list} />,
        }}
        onOpen={(row) => setDeed({ what: mayEdit ? 'edit' : 'look', rows: [row] })}
        rowActions={actionsOf}
        toolbar={(list) => (
          <>
            {matched.length > 0 && <Button onClick={() => setMatching(true)}>按文件名配图</Button>}
            {may('catalog:picture:export') && (
              <Button disabled={list.total === 0} onClick={() => void packFiles(picture, list.filter)}>
                打包下载
              </Button>
            )}
          </>
        )}
        chosen={(list) => <ChosenActs list={list} onDeed={setDeed} mayEdit={mayEdit} />}
        above={(list) =>
          look === 'grid' && <PictureGrid list={list} onOpen={(row) => setDeed({ what: 'edit', rows: [row] })} />
        }
      />
      {operation && <PictureDrawer {...operation} onClose={() => setDeed(null)} />}
      {isMatching && (
        <MatchPictures
          of={matched}
          onClose={() => {
            setMatching(false);
            void import('./picture-calls.ts').then(({ refreshPictures }) => refreshPictures());
          }}
        />
      )}
    </div>
  );
}

/** What can be done with one picture: first what is done most. */
function pictureActions(row: PictureRow, open: (what: PictureDrawerProps['what']) => void): RowAction[] {
  const edit = { key: 'edit', title: '编辑', onClick: () => open('edit') };
  if (row.owner === 'none')
    return [
      { key: 'attach', title: '归属', onClick: () => open('attach') },
      edit,
      { key: 'remove', title: '删除', danger: true, onClick: () => void removeAll([row]) },
    ];
  return [
    edit,
    { key: 'replace', title: '替换', onClick: () => open('replace') },
    { key: 'detach', title: '解绑', danger: true, onClick: () => void detachAll([row]) },
  ];
}

function ChosenActs({
  list,
  mayEdit,
  onDeed,
}: {
  list: ListHandle<PictureRow>;
  mayEdit: boolean;
  onDeed: (operation: Omit<PictureDrawerProps, 'onClose'>) => void;
}): ReactNode {
  const may = usePermissions();
  const { selection } = list;
  const rows = selection.mode === 'rows' ? selection.rows : [];
  const areLoose = rows.length > 0 && rows.every(({ owner }) => owner === 'none');
  const areHeld = rows.length > 0 && rows.every(({ owner }) => owner !== 'none');
  const query = selection.mode === 'all' ? selection.filter : { selections: rows.map(({ id }) => id).join(',') };
  return (
    <>
      {may('catalog:picture:export') && <Button onClick={() => void packFiles(picture, query)}>打包下载</Button>}
      {mayEdit && areLoose && <Button onClick={() => onDeed({ what: 'attach', rows })}>归属</Button>}
      {mayEdit && areHeld && (
        <Button danger onClick={() => void detachAll(rows).then(list.clearSelection)}>
          解绑
        </Button>
      )}
      {mayEdit && areLoose && (
        <Button danger onClick={() => void removeAll(rows).then(list.clearSelection)}>
          删除
        </Button>
      )}
    </>
  );
}

/** Pictures that somebody has to do something about. */
function Chips({ list }: { list: ListHandle<PictureRow> }): ReactNode {
  const { filters } = list.params;
  const chip = (name: string, value: string, title: string): ReactNode => {
    const isOn = filters[name] === value;
    return (
      <QuickChip isOn={isOn} onClick={() => list.setFilters({ ...filters, [name]: isOn ? '' : value })}>
        {title}
      </QuickChip>
    );
  };
  return (
    <>
      {chip('verdict', 'faulty', '不合规')}
      {chip('owner', 'none', '未归属')}
    </>
  );
}
