import { Slice } from '@tiptap/pm/model';
import type { EditorProps as ViewProps, EditorView } from '@tiptap/pm/view';
import { EditorContent, useEditor, useEditorState, type Editor } from '@tiptap/react';
import { useEffect, useEffectEvent, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { toast } from '../feedback.tsx';
import { cleanRichText } from './clean-rich-text.ts';
import type { EditorProps } from './editor-props.ts';
import { cleanPaste } from './office-paste.ts';
import { insertPictures, uploadPicture, type PictureUpload } from './picture-upload.ts';
import { richTextExtensions } from './rich-text-extensions.ts';
import { RichTextTools } from './rich-text-tools.tsx';
import { useFullScreen } from './use-full-screen.ts';
import './rich-text.css';
import './editors.css';

/**
 * The value is HTML, cleaned before it is shown and after every change; `''` when nothing is
 * written. 300 px high by default.
 */
export interface RichTextEditorProps extends EditorProps {
  /** Shows how many characters are written. */
  showCount?: boolean | undefined;
  /** Stores a picture and answers its `src`; the server's upload by default. */
  upload?: PictureUpload | undefined;
  /** Called when pictures are on their way: what is stored meanwhile lacks them. */
  onUploading?: ((isUploading: boolean) => void) | undefined;
}

/**
 * Writes rich text. Pictures come by upload, paste or drop; what is pasted from an office is tidied.
 * Alt+F10 leads to the tools, Escape back; Escape and then Tab leaves the text.
 */
export function RichTextEditor(props: RichTextEditorProps): ReactNode {
  const { height = 300, disabled = false, readOnly = false, showCount = false } = props;
  const { isFull, toggle } = useFullScreen();
  const [waiting, setWaiting] = useState(0);
  const addPictures = (to: Editor, files: readonly File[], at: number): void => {
    const upload = props.upload ?? uploadPicture;
    const onWaiting = (change: 1 | -1): void => setWaiting((count) => count + change);
    void insertPictures(to, files, at, { upload, onWaiting });
  };
  const editor = useRichText(props, addPictures);
  useReported(waiting > 0, props.onUploading);
  const state = useEditorState({
    editor,
    // A page behind others has no editor; it gets a new one when it comes back.
    selector: ({ editor: one }) => ({
      isEmpty: isAlive(one) && isBlank(one),
      count: showCount && isAlive(one) ? [...one.getText({ blockSeparator: '' })].length : 0,
    }),
  });
  return (
    // It only hears keys that pass through.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className={`wb-editor${isFull ? ' wb-editor-full' : ''}${disabled ? ' wb-editor-off' : ''}`}
      onKeyDown={toTools}
    >
      {editor && !disabled && !readOnly && (
        <RichTextTools
          editor={editor}
          isFull={isFull}
          onFull={toggle}
          onPictures={(files) => addPictures(editor, files, editor.state.selection.to)}
        />
      )}
      <div className="wb-editor-page" style={isFull ? undefined : { height }}>
        {state?.isEmpty && props.placeholder && (
          <div className="wb-editor-hint" aria-hidden>
            {props.placeholder}
          </div>
        )}
        <EditorContent editor={editor} />
      </div>
      <div className="wb-editor-foot">
        <span role="status">{waiting > 0 ? `正在上传 ${waiting} 张图片…` : ''}</span>
        {showCount && <span>{state?.count ?? 0} 字</span>}
      </div>
    </div>
  );
}

/** Alt+F10, as writers know it: to the tool that was used last. */
function toTools(event: KeyboardEvent<HTMLElement>): void {
  if (!event.altKey || event.key !== 'F10') return;
  event.preventDefault();
  event.currentTarget.querySelector<HTMLElement>('[data-tool][tabindex="0"]')?.focus();
}

/** Tells a change once it is shown. */
function useReported(isSo: boolean, tell: ((isSo: boolean) => void) | undefined): void {
  const reported = useRef(false);
  const say = useEffectEvent((now: boolean) => tell?.(now));
  useEffect(() => {
    if (reported.current === isSo) return;
    reported.current = isSo;
    say(isSo);
  }, [isSo]);
}

type AddPictures = (editor: Editor, files: readonly File[], at: number) => void;

/** The editor over a value that others may change too. */
function useRichText(props: RichTextEditorProps, addPictures: AddPictures): Editor | null {
  const { onChange, disabled = false, readOnly = false } = props;
  const value = props.value ?? '';
  const isEditable = !disabled && !readOnly;
  /** What the editor said last is clean already. */
  const answers = useRef<string | null>(null);
  const shown = useRef(value);
  const content = useMemo(() => (answers.current === value ? value : cleanRichText(value)), [value]);
  const latest = useRef(addPictures);
  useEffect(() => {
    latest.current = addPictures;
  });
  const listening = useMemo(() => inputProps((...all) => latest.current(...all)), []);
  const attributes = attributesOf(props);
  const editorProps = useMemo(
    () => ({ ...listening, attributes: JSON.parse(attributes) as Record<string, string> }),
    [listening, attributes],
  );
  const editor: Editor | null = useEditor({
    extensions: richTextExtensions,
    content,
    editable: isEditable,
    injectCSS: false,
    shouldRerenderOnTransaction: false,
    editorProps,
    onUpdate({ editor: one }) {
      const html = isBlank(one) ? '' : cleanRichText(one.getHTML()).replace(TRAILING_LINE, '');
      answers.current = html;
      shown.current = html;
      onChange?.(html);
    },
  });
  useEffect(() => {
    if (isAlive(editor)) editor.setEditable(isEditable, false);
  }, [editor, isEditable]);
  useEffect(() => {
    if (shown.current === value || !isAlive(editor)) return;
    shown.current = value;
    const chain = editor.chain().setMeta('addToHistory', false);
    chain.setContent(content, { emitUpdate: false }).run();
  }, [editor, value, content]);
  return editor;
}

/** The editor keeps a line below a table or list to go on in; it is no part of the text. */
const TRAILING_LINE = /(?<=>)<p><\/p>$/;

/** The types say there is always one; see above. */
const isAlive = (editor: Editor | null): editor is Editor => editor !== null && !editor.isDestroyed;

/** Nothing at all: a table of empty cells is something. */
function isBlank({ state }: Editor): boolean {
  const { firstChild, childCount } = state.doc;
  return childCount === 1 && firstChild?.type.name === 'paragraph' && firstChild.childCount === 0;
}

/** As text, so that equal ones are the same. */
const attributesOf = (props: RichTextEditorProps): string =>
  JSON.stringify({
    ...(props.id ? { id: props.id } : {}),
    class: 'wb-rich-text',
    role: 'textbox',
    'aria-multiline': 'true',
    'aria-label': props['aria-label'],
    ...(props['aria-required'] ? { 'aria-required': 'true' } : {}),
    ...(props['aria-invalid'] ? { 'aria-invalid': 'true' } : {}),
    ...(props['aria-describedby'] ? { 'aria-describedby': props['aria-describedby'] } : {}),
    ...(props.readOnly ? { 'aria-readonly': 'true' } : {}),
    ...(props.disabled ? { 'aria-disabled': 'true' } : {}),
    // Also what cannot be written can be scrolled.
    tabindex: '0',
  });

/** Paste and drop: pictures are uploaded, all else is tidied before it is read. */
function inputProps(addPictures: AddPictures): ViewProps {
  const take = (view: EditorView, event: Event, data: DataTransfer | null, at: number): boolean => {
    const { editor } = view.dom as HTMLElement & { editor?: Editor };
    const pictures = picturesOf(data);
    if (!editor?.isEditable || pictures.length === 0) return false;
    event.preventDefault();
    addPictures(editor, pictures, at);
    return true;
  };
  return {
    transformPastedHTML(html) {
      const { html: cleaned, lostPictures } = cleanPaste(html);
      if (lostPictures > 0) toast.warn(`有 ${lostPictures} 张图片不在本系统中，未能粘贴，请用“插入图片”上传`);
      return cleaned;
    },
    // In an empty line what comes is not poured into that line: it keeps its own alignment.
    transformPasted(slice, view) {
      const { empty, $from } = view.state.selection;
      return empty && $from.parent.type.name === 'paragraph' && $from.parent.childCount === 0
        ? new Slice(slice.content, 0, 0)
        : slice;
    },
    handleDOMEvents: {
      paste: (view, event) => take(view, event, event.clipboardData, view.state.selection.from),
      drop(view, event) {
        const place = view.posAtCoords({ left: event.clientX, top: event.clientY });
        return take(view, event, event.dataTransfer, place?.pos ?? view.state.selection.from);
      },
    },
  };
}

/** An office copies a picture of what it copies beside the text: then the text is meant. */
function picturesOf(data: DataTransfer | null): File[] {
  const files = [...(data?.files ?? [])];
  const hasText = (data?.getData('text/plain') ?? '').trim() !== '';
  return hasText ? [] : files;
}
