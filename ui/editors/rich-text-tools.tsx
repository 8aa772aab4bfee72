import {
  AlignCenterOutlined,
  AlignLeftOutlined,
  AlignRightOutlined,
  BoldOutlined,
  ClearOutlined,
  FullscreenExitOutlined,
  FullscreenOutlined,
  ItalicOutlined,
  OrderedListOutlined,
  PictureOutlined,
  RedoOutlined,
  StrikethroughOutlined,
  UnderlineOutlined,
  UndoOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons';
import { useEditorState, type ChainedCommands, type Editor } from '@tiptap/react';
import { useRef, type ReactNode } from 'react';
import { ColourTool } from './colour-tool.tsx';
import { LinkTool } from './link-tool.tsx';
import { PICTURE_TYPES } from './picture-upload.ts';
import { TableTool } from './table-tool.tsx';
import { Toolbar, ToolButton } from './toolbar.tsx';

interface Switch {
  label: string;
  keys?: string;
  icon: ReactNode;
  isOn: (editor: Editor) => boolean;
  run: (chain: ChainedCommands) => ChainedCommands;
}

const MARKS: readonly Switch[] = [
  {
    label: '加粗',
    keys: 'Ctrl+B',
    icon: <BoldOutlined aria-hidden />,
    isOn: (editor) => editor.isActive('bold'),
    run: (chain) => chain.toggleBold(),
  },
  {
    label: '斜体',
    keys: 'Ctrl+I',
    icon: <ItalicOutlined aria-hidden />,
    isOn: (editor) => editor.isActive('italic'),
    run: (chain) => chain.toggleItalic(),
  },
  {
    label: '下划线',
    keys: 'Ctrl+U',
    icon: <UnderlineOutlined aria-hidden />,
    isOn: (editor) => editor.isActive('underline'),
    run: (chain) => chain.toggleUnderline(),
  },
  {
    label: '删除线',
    keys: 'Ctrl+Shift+S',
    icon: <StrikethroughOutlined aria-hidden />,
    isOn: (editor) => editor.isActive('strike'),
    run: (chain) => chain.toggleStrike(),
  },
];

const BLOCKS: readonly Switch[] = [
  {
    label: '无序列表',
    keys: 'Ctrl+Shift+8',
    icon: <UnorderedListOutlined aria-hidden />,
    isOn: (editor) => editor.isActive('bulletList'),
    run: (chain) => chain.toggleBulletList(),
  },
  {
    label: '有序列表',
    keys: 'Ctrl+Shift+7',
    icon: <OrderedListOutlined aria-hidden />,
    isOn: (editor) => editor.isActive('orderedList'),
    run: (chain) => chain.toggleOrderedList(),
  },
  {
    label: '引用',
    keys: 'Ctrl+Shift+B',
    icon: <span aria-hidden>❞</span>,
    isOn: (editor) => editor.isActive('blockquote'),
    run: (chain) => chain.toggleBlockquote(),
  },
  ...(
    [
      ['左对齐', 'left', <AlignLeftOutlined aria-hidden />],
      ['居中', 'center', <AlignCenterOutlined aria-hidden />],
      ['右对齐', 'right', <AlignRightOutlined aria-hidden />],
    ] as const
  ).map(([label, textAlign, icon]): Switch => ({
    label,
    icon,
    isOn: (editor) => editor.isActive({ textAlign }),
    run: (chain) => chain.toggleTextAlign(textAlign),
  })),
];

const LEVELS = [1, 2, 3, 4] as const;

interface RichTextToolsProps {
  editor: Editor;
  isFull: boolean;
  onFull: () => void;
  onPictures: (files: readonly File[]) => void;
}

/** What can be done to the text. */
export function RichTextTools({ editor, isFull, onFull, onPictures }: RichTextToolsProps): ReactNode {
  const state = useEditorState({
    editor,
    selector: ({ editor: one }) => (one.isDestroyed ? IDLE : stateOf(one)),
  });
  const use = (run: Switch['run'], byPointer: boolean): void => {
    const chain = editor.chain();
    run(byPointer ? chain.focus() : chain).run();
  };
  const switches = (list: readonly Switch[]): ReactNode =>
    list.map(({ run, isOn: _isOn, ...tool }) => (
      <ToolButton
        key={tool.label}
        {...tool}
        isOn={state.on.includes(tool.label)}
        onUse={(byPointer) => use(run, byPointer)}
      />
    ));
  return (
    <Toolbar label="文字格式" onLeave={() => editor.commands.focus()}>
      <HeadingTool editor={editor} level={state.level} />
      {switches(MARKS)}
      <ColourTool editor={editor} colour={state.colour} />
      {switches(BLOCKS)}
      <LinkTool editor={editor} href={state.href} />
      <TableTool editor={editor} isInTable={state.isInTable} />
      <PictureTool onPictures={onPictures} />
      <ToolButton
        label="清除格式"
        icon={<ClearOutlined aria-hidden />}
        onUse={(byPointer) => use((chain) => chain.unsetAllMarks().clearNodes(), byPointer)}
      />
      <ToolButton
        label="撤销"
        keys="Ctrl+Z"
        icon={<UndoOutlined aria-hidden />}
        isOff={!state.canUndo}
        onUse={(byPointer) => use((chain) => chain.undo(), byPointer)}
      />
      <ToolButton
        label="重做"
        keys="Ctrl+Y"
        icon={<RedoOutlined aria-hidden />}
        isOff={!state.canRedo}
        onUse={(byPointer) => use((chain) => chain.redo(), byPointer)}
      />
      <ToolButton
        label="全屏"
        icon={isFull ? <FullscreenExitOutlined aria-hidden /> : <FullscreenOutlined aria-hidden />}
        isOn={isFull}
        onUse={onFull}
      />
    </Toolbar>
  );
}

interface ToolState {
  /** Labels of the switches that are on. */
  on: readonly string[];
  /** Of the heading; 0 = plain text. */
  level: number;
  colour: string | null;
  href: string | null;
  isInTable: boolean;
  canUndo: boolean;
  canRedo: boolean;
}

/** A page behind others has no editor; it gets a new one when it comes back. */
const IDLE: ToolState = {
  on: [],
  level: 0,
  colour: null,
  href: null,
  isInTable: false,
  canUndo: false,
  canRedo: false,
};

const stateOf = (editor: Editor): ToolState => ({
  on: [...MARKS, ...BLOCKS].filter(({ isOn }) => isOn(editor)).map(({ label }) => label),
  level: LEVELS.find((level) => editor.isActive('heading', { level })) ?? 0,
  colour: (editor.getAttributes('textStyle')['color'] as string | undefined) ?? null,
  href: (editor.getAttributes('link')['href'] as string | undefined) ?? null,
  isInTable: editor.isActive('table'),
  canUndo: editor.can().undo(),
  canRedo: editor.can().redo(),
});

function HeadingTool({ editor, level }: { editor: Editor; level: number }): ReactNode {
  return (
    <select
      data-tool
      className="wb-tool-select"
      aria-label="段落格式"
      value={level}
      onChange={(event) => {
        const requested = LEVELS.find((one) => String(one) === event.target.value);
        if (requested) editor.commands.setHeading({ level: requested });
        else editor.commands.setParagraph();
      }}
    >
      <option value={0}>正文</option>
      {LEVELS.map((one) => (
        <option key={one} value={one}>
          标题 {one}
        </option>
      ))}
    </select>
  );
}

function PictureTool({ onPictures }: Pick<RichTextToolsProps, 'onPictures'>): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <ToolButton label="插入图片" icon={<PictureOutlined aria-hidden />} onUse={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        // Said here: the styles of a form would show it in spite of the attribute.
        style={{ display: 'none' }}
        multiple
        accept={PICTURE_TYPES.join(',')}
        aria-label="选择图片"
        onChange={(event) => {
          onPictures([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
    </>
  );
}
