import { Button } from 'antd';
import { useRef, useState, type ChangeEvent, type ReactNode } from 'react';
import { Avatar } from '#console/index.ts';
import { confirmAction, callRoute, storeUser, toast, toastError } from '#kit/web/index.ts';
import { accountCalls, type OwnProfile } from '../../model/routes/account.ts';
import { AvatarCrop } from './avatar-crop.tsx';
import { refreshProfile } from './profile.ts';

const KINDS = 'image/png,image/jpeg,image/webp';

/** The own picture: choose, crop, remove. */
export function AvatarEditor({ profile }: { profile: OwnProfile }): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  const [picture, setPicture] = useState<ImageBitmap | null>(null);
  const choose = async (event: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const file = event.target.files?.[0];
    // The same file may be chosen again after a refusal.
    event.target.value = '';
    if (!file) return;
    try {
      if (!KINDS.split(',').includes(file.type)) throw new TypeError(file.type);
      setPicture(await createImageBitmap(file));
    } catch {
      toast.warn('请上传图片');
    }
  };
  return (
    <section className="ac-avatar" aria-label="头像">
      <h2>头像</h2>
      <Avatar user={profile} size={128} />
      <p className="ac-weak">PNG、JPG 或 WebP 图片，保存前可以裁剪</p>
      <input
        ref={input}
        type="file"
        hidden
        accept={KINDS}
        aria-label="选择头像图片"
        onChange={(event) => void choose(event)}
      />
      <div className="ac-actions">
        <Button onClick={() => input.current?.click()}>{profile.avatar ? '更换头像' : '上传头像'}</Button>
        {profile.avatar && (
          <Button danger onClick={() => void remove()}>
            删除头像
          </Button>
        )}
      </div>
      {picture && <AvatarCrop picture={picture} onClose={() => setPicture(null)} />}
    </section>
  );
}

async function remove(): Promise<void> {
  const isAgreed = await confirmAction({ title: '删除头像？', okText: '删除', danger: true });
  if (!isAgreed) return;
  try {
    const { message } = await callRoute(accountCalls.dropAvatar);
    toast.done(message);
    storeUser({ avatar: null });
    await refreshProfile();
  } catch (error) {
    toastError(error);
  }
}
