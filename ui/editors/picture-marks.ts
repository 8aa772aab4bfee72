import { Extension, type Editor } from '@tiptap/core';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';

/** A picture that is on its way to the server, and where it will stand. */
interface PictureMark {
  name: string;
}

type Change = { add: PictureMark; at: number } | { remove: PictureMark };

const KEY = new PluginKey<DecorationSet>('pictureMarks');

/** Marks of pictures on their way; they move with the text that is typed meanwhile. */
export const pictureMarks = Extension.create({
  name: 'pictureMarks',
  addProseMirrorPlugins() {
    return [
      new Plugin<DecorationSet>({
        key: KEY,
        state: {
          init: () => DecorationSet.empty,
          apply(transaction, before) {
            const marks = before.map(transaction.mapping, transaction.doc);
            const change = transaction.getMeta(KEY) as Change | undefined;
            if (!change) return marks;
            if ('remove' in change) return marks.remove(found(marks, change.remove));
            const mark = Decoration.widget(change.at, () => drawn(change.add), {
              mark: change.add,
            });
            return marks.add(transaction.doc, [mark]);
          },
        },
        props: { decorations: (state) => KEY.getState(state) },
      }),
    ];
  },
});

const found = (marks: DecorationSet, mark: PictureMark): Decoration[] =>
  marks.find(undefined, undefined, (spec) => (spec as { mark?: PictureMark }).mark === mark);

function drawn({ name }: PictureMark): HTMLElement {
  const shown = document.createElement('span');
  shown.className = 'wb-picture-mark';
  shown.textContent = `正在上传 ${name}…`;
  return shown;
}

export function addMark({ view }: Editor, mark: PictureMark, at: number): void {
  view.dispatch(view.state.tr.setMeta(KEY, { add: mark, at } satisfies Change));
}

/** Takes the mark away; @returns where it stood, null when its place is gone. */
export function takeMark({ view }: Editor, mark: PictureMark): number | null {
  const marks = KEY.getState(view.state);
  const at = marks ? (found(marks, mark)[0]?.from ?? null) : null;
  view.dispatch(view.state.tr.setMeta(KEY, { remove: mark } satisfies Change));
  return at;
}
