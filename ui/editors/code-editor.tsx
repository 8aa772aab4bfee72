import { FullscreenExitOutlined, FullscreenOutlined } from '@ant-design/icons';
import { indentUnit } from '@codemirror/language';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import CodeMirror from '@uiw/react-codemirror';
import { useCallback, useEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { toast } from '../feedback.tsx';
import { loadCodeMode } from './code-modes.ts';
import { CODE_PHRASES } from './code-phrases.ts';
import type { EditorProps } from './editor-props.ts';
import { Toolbar, ToolButton } from './toolbar.tsx';
import { useFullScreen } from './use-full-screen.ts';
import { useColorScheme } from '../color-scheme.ts';
import './editors.css';

/** 240 px high by default. */
export interface CodeEditorProps extends EditorProps {
  /** One of CODE_MODES (code-modes.ts); any other is plain text. */
  mode?: string | undefined;
}

const TAB_SIZE = 2;
// The same object at every turn: a new one would set up the editor again.
const BASICS = { tabSize: TAB_SIZE };

/**
 * Writes code with numbered lines. Tab indents; Escape and then Tab leaves the editor.
 */
export function CodeEditor(props: CodeEditorProps): ReactNode {
  const scheme = useColorScheme((now) => now.scheme);
  const { value, onChange, mode = '', height = 240, disabled = false, readOnly = false } = props;
  const { isFull, toggle } = useFullScreen();
  const bar = useRef<HTMLDivElement>(null);
  const escape = useEscapeFirst();
  const language = useLanguage(mode);
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });
  const change = useCallback((code: string) => latest.current?.(code), []);
  const attributes = attributesOf(props);
  const extensions = useMemo(
    () => [...COMMON, EditorView.contentAttributes.of(attributes), ...(language ? [language] : [])],
    // Equal attributes are the same ones.
    [JSON.stringify(attributes), language],
  );
  return (
    // It only hears keys that pass through.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      ref={bar}
      className={`wb-editor${isFull ? ' wb-editor-full' : ''}${disabled ? ' wb-editor-off' : ''}`}
      onKeyDown={escape}
    >
      <Toolbar label="代码编辑" onLeave={() => focusCode(bar.current)}>
        <ToolButton
          label="全屏"
          icon={isFull ? <FullscreenExitOutlined aria-hidden /> : <FullscreenOutlined aria-hidden />}
          isOn={isFull}
          onUse={toggle}
        />
        <span className="wb-code-mode">{language ? mode : '纯文本'}</span>
      </Toolbar>
      <CodeMirror
        className="wb-code"
        value={value ?? ''}
        height={isFull ? '100%' : `${height}px`}
        theme={scheme}
        {...(props.placeholder ? { placeholder: props.placeholder } : {})}
        editable={!disabled}
        readOnly={disabled || readOnly}
        basicSetup={BASICS}
        extensions={extensions}
        onChange={change}
      />
    </div>
  );
}

const COMMON: readonly Extension[] = [
  indentUnit.of(' '.repeat(TAB_SIZE)),
  EditorState.phrases.of(CODE_PHRASES),
  EditorView.lineWrapping,
];

const focusCode = (around: HTMLElement | null): void => around?.querySelector<HTMLElement>('.cm-content')?.focus();

/** The first Escape frees the Tab key; only the next goes to whatever is around. */
function useEscapeFirst(): (event: KeyboardEvent) => void {
  const isFree = useRef(false);
  return (event) => {
    if (event.key !== 'Escape') {
      isFree.current = false;
      return;
    }
    const isInCode = event.target instanceof Element && event.target.closest('.cm-editor') !== null;
    if (isInCode && !isFree.current) {
      isFree.current = true;
      event.stopPropagation();
    }
  };
}

/** The extension of a mode once it is fetched; null until then and for plain text. */
function useLanguage(mode: string): Extension | null {
  const [loaded, setLoaded] = useState<{ mode: string; extension: Extension | null } | null>(null);
  useEffect(() => {
    let isRequested = true;
    loadCodeMode(mode).then(
      (extension) => isRequested && setLoaded({ mode, extension }),
      // What is written stays, in one colour.
      () => toast.warn('语法着色加载失败，按纯文本显示'),
    );
    return () => {
      isRequested = false;
    };
  }, [mode]);
  return loaded?.mode === mode ? loaded.extension : null;
}

const attributesOf = (props: CodeEditorProps): Record<string, string> => ({
  ...(props.id ? { id: props.id } : {}),
  'aria-label': props['aria-label'],
  ...(props['aria-required'] ? { 'aria-required': 'true' } : {}),
  ...(props['aria-invalid'] ? { 'aria-invalid': 'true' } : {}),
  ...(props['aria-describedby'] ? { 'aria-describedby': props['aria-describedby'] } : {}),
  ...(props.readOnly ? { 'aria-readonly': 'true' } : {}),
  ...(props.disabled ? { 'aria-disabled': 'true' } : {}),
});
