import type { ReactNode, Ref } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components';
import { Tooltip } from './tooltip.tsx';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';
export type ButtonSize = 'normal' | 'small';

const BASE =
  'inline-flex items-center justify-center gap-1.5 rounded border font-medium cursor-default select-none ' +
  'data-disabled:opacity-60 forced-colors:data-disabled:text-[GrayText] aria-disabled:opacity-60 transition-colors whitespace-nowrap';

const VARIANTS: Record<ButtonVariant, string> = {
  primary: 'border-accent bg-accent text-on-accent data-hovered:bg-accent/90 data-pressed:bg-accent hover:bg-accent/90',
  secondary:
    'border-line bg-surface text-text data-hovered:bg-sunken data-pressed:bg-sunken hover:bg-sunken aria-expanded:bg-sunken ' +
    'forced-colors:border-[ButtonBorder]',
  quiet:
    'border-transparent bg-transparent text-text data-hovered:bg-sunken data-pressed:bg-sunken hover:bg-sunken aria-expanded:bg-sunken',
  danger:
    'border-failed bg-surface text-failed data-hovered:bg-failed-soft data-pressed:bg-failed-soft hover:bg-failed-soft',
};

const SIZES: Record<ButtonSize, string> = {
  normal: 'min-h-(--control) px-3 py-1',
  small: 'min-h-6 px-2 text-13',
};

/** The look of a button, for links and labels that act like one. */
export function buttonClass(variant: ButtonVariant = 'secondary', size: ButtonSize = 'normal'): string {
  return `${BASE} ${VARIANTS[variant]} ${SIZES[size]}`;
}

export interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'style' | 'children'> {
  readonly variant?: ButtonVariant;
  readonly size?: ButtonSize;
  /** An icon before the text; decorative. */
  readonly icon?: ReactNode;
  readonly children: ReactNode;
  readonly className?: string;
  readonly ref?: Ref<HTMLButtonElement>;
}

export function Button({
  variant = 'secondary',
  size = 'normal',
  icon,
  children,
  className = '',
  ...rest
}: ButtonProps) {
  return (
    <AriaButton {...rest} className={`${buttonClass(variant, size)} ${className}`}>
      {icon}
      <span>{children}</span>
    </AriaButton>
  );
}

export interface IconButtonProps extends Omit<AriaButtonProps, 'className' | 'style' | 'children' | 'aria-label'> {
  /** The accessible name, also shown as tooltip. */
  readonly label: string;
  readonly icon: ReactNode;
  readonly variant?: ButtonVariant;
  readonly size?: ButtonSize;
  readonly className?: string;
}

/** A button that shows only an icon; its name is a tooltip. */
export function IconButton({
  label,
  icon,
  variant = 'quiet',
  size = 'normal',
  className = '',
  ...rest
}: IconButtonProps) {
  const box = size === 'small' ? 'min-h-6 min-w-6 align-middle' : 'min-h-(--control) min-w-(--control)';
  return (
    <Tooltip text={label}>
      <AriaButton {...rest} aria-label={label} className={`${BASE} ${VARIANTS[variant]} ${box} ${className}`}>
        {icon}
      </AriaButton>
    </Tooltip>
  );
}
