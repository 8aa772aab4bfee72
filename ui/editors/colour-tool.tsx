import { FontColorsOutlined } from '@ant-design/icons';
import type { Editor } from '@tiptap/react';
import type { ReactNode } from 'react';
import { PopTool } from './pop-tool.tsx';

/** Readable on white, 4.5 : 1 and more. */
const COLOURS = [
  { title: '黑色', code: '#000000' },
  { title: '灰色', code: '#5f6774' },
  { title: '红色', code: '#c0161d' },
  { title: '橙色', code: '#ad4e00' },
  { title: '绿色', code: '#2b7a0b' },
  { title: '青色', code: '#08767b' },
  { title: '蓝色', code: '#0958d9' },
  { title: '紫色', code: '#722ed1' },
] as const;

/** Colour of the text. */
export function ColourTool({ editor, colour }: { editor: Editor; colour: string | null }): ReactNode {
  const paint = (code: string | null): void => {
    const chain = editor.chain().focus();
    (code ? chain.setColor(code) : chain.unsetColor()).run();
  };
  return (
    <PopTool
      label="文字颜色"
      className="wb-swatches"
      icon={<FontColorsOutlined aria-hidden style={colour ? { color: colour } : {}} />}
    >
      {(close) => (
        <Swatches
          colour={colour}
          onPaint={(code) => {
            paint(code);
            close();
          }}
        />
      )}
    </PopTool>
  );
}

function Swatches({ colour, onPaint }: { colour: string | null; onPaint: (code: string | null) => void }): ReactNode {
  return (
    <>
      {COLOURS.map(({ title, code }, index) => (
        <button
          key={code}
          type="button"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- opened by the user, closed by Escape
          autoFocus={index === 0}
          aria-label={title}
          title={title}
          aria-pressed={colour === code}
          style={{ background: code }}
          onClick={() => onPaint(code)}
        />
      ))}
      <label>
        其他颜色
        <input
          type="color"
          value={/^#[0-9a-f]{6}$/i.test(colour ?? '') ? (colour ?? '') : '#000000'}
          onChange={(event) => onPaint(event.target.value)}
        />
      </label>
      <button type="button" className="wb-swatches-none" onClick={() => onPaint(null)}>
        默认颜色
      </button>
    </>
  );
}
