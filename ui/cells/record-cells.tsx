import type { ReactNode } from 'react';
import { records } from '../records.ts';
import { TagsShow } from './tag-show.tsx';
import type { CellFaces, EditProps, SearchProps, ShowProps } from './faces.ts';

/** A link by the faces that the application has for it. */
export const recordFaces: CellFaces = {
  Show: function RecordShow(props: ShowProps): ReactNode {
    const { Show } = records.get().link;
    return <Show {...props} />;
  },
  Edit: function RecordEdit(props: EditProps): ReactNode {
    const { Edit } = records.get().link;
    return <Edit {...props} />;
  },
  Search: function RecordSearch(props: SearchProps): ReactNode {
    const { Search } = records.get().link;
    return Search && <Search {...props} />;
  },
  sortable: false,
};

/** Tags, likewise. */
export const tagFaces: CellFaces = {
  Show: TagsShow,
  Edit: function TagsEdit(props: EditProps): ReactNode {
    const { Edit } = records.get().tags;
    return <Edit {...props} />;
  },
  Search: function TagsSearch(props: SearchProps): ReactNode {
    const { Search } = records.get().tags;
    return Search && <Search {...props} />;
  },
  sortable: false,
};
