import { Modal, Slider } from 'antd';
import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import { storeUser, toast, toastError, uploadTo } from '#kit/web/index.ts';
import { accountCalls } from '../../model/routes/account.ts';
import { AVATAR_SIDE, changeCrop, cropSquare, MAX_ZOOM, wholePicture, type Crop } from './crop.ts';
import { refreshProfile } from './profile.ts';

/**
 * Cuts a square out of a picture. What is uploaded is drawn again: what the camera wrote into the
 * file (place, time, device) stays behind.
 */
export function AvatarCrop({ picture, onClose }: { picture: ImageBitmap; onClose: () => void }): ReactNode {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [crop, setCrop] = useState(() => wholePicture(picture));
  const [isBusy, setBusy] = useState(false);
  const change = (by: Parameters<typeof changeCrop>[2]): void => setCrop((old) => changeCrop(picture, old, by));
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      const file = await drawn(canvas.current);
      const { message, result } = await uploadTo(accountCalls.uploadAvatar, file);
      storeUser({ avatar: result.userInfo.avatar ?? null });
      await refreshProfile();
      toast.done(message);
      onClose();
    } catch (error) {
      toastError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title="裁剪头像"
      width={360}
      okText="保存头像"
      cancelText="取消"
      confirmLoading={isBusy}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <div className="ac-crop">
        <CropArea canvas={canvas} picture={picture} crop={crop} onChange={change} />
        <label htmlFor="ac-zoom">缩放</label>
        <Slider
          id="ac-zoom"
          min={1}
          max={MAX_ZOOM}
          step={0.1}
          value={crop.zoom}
          ariaLabelForHandle="缩放"
          tooltip={{ formatter: (zoom) => `${Math.round((zoom ?? 1) * 100)}%` }}
          onChange={(zoom) => change({ zoom })}
        />
      </div>
    </Modal>
  );
}

const STEP = 8;
const KEYS: Readonly<Record<string, { dx?: number; dy?: number }>> = {
  ArrowLeft: { dx: -STEP },
  ArrowRight: { dx: STEP },
  ArrowUp: { dy: -STEP },
  ArrowDown: { dy: STEP },
};

/** The square as it will be stored; moved by pointer or arrow keys. */
function CropArea({
  canvas,
  picture,
  crop,
  onChange,
}: {
  canvas: React.RefObject<HTMLCanvasElement | null>;
  picture: ImageBitmap;
  crop: Crop;
  onChange: (by: { dx?: number; dy?: number }) => void;
}): ReactNode {
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    const { left, top, side } = cropSquare(picture, crop);
    // JPEG has no transparency: what shines through is white, not black.
    context.fillStyle = '#fff';
    context.fillRect(0, 0, AVATAR_SIDE, AVATAR_SIDE);
    context.imageSmoothingQuality = 'high';
    context.drawImage(picture, left, top, side, side, 0, 0, AVATAR_SIDE, AVATAR_SIDE);
  }, [canvas, picture, crop]);
  const drag = (event: PointerEvent<HTMLCanvasElement>): void => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    onChange({ dx: event.movementX, dy: event.movementY });
  };
  const press = (event: KeyboardEvent): void => {
    const by = KEYS[event.key];
    if (!by) return;
    event.preventDefault();
    onChange(by);
  };
  return (
    <canvas
      ref={canvas}
      className="ac-crop-area"
      width={AVATAR_SIDE}
      height={AVATAR_SIDE}
      tabIndex={0}
      role="application"
      aria-label="头像预览，用方向键或拖动调整位置"
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onKeyDown={press}
    />
  );
}

async function drawn(canvas: HTMLCanvasElement | null): Promise<File> {
  const blob = await new Promise<Blob | null>((resolve) => {
    if (canvas) canvas.toBlob(resolve, 'image/jpeg', 0.92);
    else resolve(null);
  });
  if (!blob) throw new Error('图片处理失败，请换一张图片');
  return new File([blob], 'avatar.jpg', { type: 'image/jpeg' });
}
