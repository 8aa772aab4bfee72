import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { fetchRoute, callRoute, queryClient, toast } from '#kit/web/index.ts';
import { thirdLoginCalls, type ThirdLink } from '../../model/routes/third-login.ts';
import { AccountDialog, AccountForm, PasswordItem } from './account-form.tsx';
import { Awaited } from './settings-frame.tsx';

const KEY = ['sys:thirdLinks'];

/** 第三方账号: whoever holds one of them gets in without the password. */
export function ThirdLinks(): ReactNode {
  const links = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => fetchRoute(thirdLoginCalls.links, { signal }),
    staleTime: 0,
  });
  const [ending, setEnding] = useState<ThirdLink | null>(null);
  return (
    <section className="ac-part" aria-label="第三方账号">
      <h2>第三方账号</h2>
      <Awaited of={links}>{(data) => <LinkList links={data} onEnd={setEnding} />}</Awaited>
      {ending && <UnlinkDialog link={ending} onClose={() => setEnding(null)} />}
    </section>
  );
}

function LinkList({ links, onEnd }: { links: readonly ThirdLink[]; onEnd: (link: ThirdLink) => void }): ReactNode {
  if (links.length === 0)
    return <p className="ac-weak">没有绑定第三方账号。用第三方账号登录时验证一次密码即可绑定。</p>;
  return (
    <>
      <p className="ac-weak">绑定的第三方账号可以直接登录。不认识的请解除绑定，并修改密码。</p>
      <ul className="ac-lines">
        {links.map((link) => (
          <li key={link.id}>
            <div className="ac-line-text">
              <strong>{link.provider}</strong>
              <span>
                {link.email && (
                  <>
                    {link.email}
                    <br />
                  </>
                )}
                绑定于 {link.createTime}，最近使用 {link.lastUsed ?? '无记录'}
              </span>
            </div>
            <Button danger aria-label={`解除绑定 ${link.provider}`} onClick={() => onEnd(link)}>
              解除绑定
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}

const NAMES = new Set(['oldpassword']);

function UnlinkDialog({ link, onClose }: { link: ThirdLink; onClose: () => void }): ReactNode {
  const unlink = async ({ oldpassword }: { oldpassword: string }): Promise<void> => {
    const body = { id: link.id, oldpassword };
    toast.done((await callRoute(thirdLoginCalls.unlink, { body })).message);
    onClose();
    void queryClient.invalidateQueries({ queryKey: KEY });
  };
  return (
    <AccountDialog title="解除第三方账号绑定" onClose={onClose}>
      <AccountForm<{ oldpassword: string }> names={NAMES} button="解除绑定" danger send={unlink} onCancel={onClose}>
        <p>解除后不能再用“{link.provider}”直接登录，需要时可以重新绑定。</p>
        <PasswordItem autoFocus />
      </AccountForm>
    </AccountDialog>
  );
}
