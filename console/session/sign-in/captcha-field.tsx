import { Input } from 'antd';
import type { ReactNode } from 'react';
import type { Captcha } from '../sign-in.ts';

/** The picture code and what is read in it. */
export function CaptchaField({
  id,
  label,
  captcha,
  value,
  fault,
  onChange,
  onRenew,
}: {
  id: string;
  label: string;
  captcha: Captcha;
  value: string;
  fault?: string | undefined;
  onChange: (text: string) => void;
  onRenew: () => void;
}): ReactNode {
  return (
    <div className="wb-user-field">
      <label htmlFor={id}>{label}</label>
      <div className="wb-user-captcha">
        <Input
          id={id}
          size="large"
          autoComplete="off"
          maxLength={8}
          {...(fault ? { status: 'error', 'aria-invalid': true } : {})}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
        <button type="button" title="看不清？换一张" onClick={onRenew}>
          <img src={captcha.image} alt="验证码图片，点击换一张" />
        </button>
      </div>
      {fault && (
        <p role="alert" className="wb-user-missing">
          {fault}
        </p>
      )}
    </div>
  );
}
