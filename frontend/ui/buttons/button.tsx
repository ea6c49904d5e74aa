import { Button as AmplifyButton } from '@aws-amplify/ui-react'
import { type MouseEvent, type ReactNode, type Ref, useRef, useState } from 'react'
import './button.css'
import { classNames } from '../class-names.ts'
import { Spinner } from './spinner.tsx'

export type ButtonTone = 'primary' | 'secondary' | 'ghost' | 'danger'

export interface ButtonProps {
  readonly children?: ReactNode
  readonly tone?: ButtonTone
  readonly size?: 'normal' | 'small'
  /** Lucide icon before the text. */
  readonly icon?: ReactNode
  /** Set while work is under way: shows a spinner and ignores clicks; focus stays. */
  readonly busy?: boolean
  /** Text while busy, such as `Inloggen...`. */
  readonly busyText?: string
  readonly disabled?: boolean
  readonly type?: 'button' | 'submit'
  /** Id of the form that the button submits, when the button is outside that form. */
  readonly form?: string
  readonly className?: string
  readonly tabIndex?: -1
  readonly ref?: Ref<HTMLButtonElement>
  /** Called on a click. A returned promise keeps the button busy until it settles, so that it cannot run twice. */
  readonly onClick?: (event: MouseEvent<HTMLButtonElement>) => unknown
  readonly 'aria-label'?: string
  readonly 'aria-pressed'?: boolean
  readonly 'aria-expanded'?: boolean
  readonly 'aria-controls'?: string
  readonly 'aria-describedby'?: string
  readonly 'aria-haspopup'?: 'menu' | 'dialog' | 'listbox'
  readonly 'data-tip'?: string
}

/** Shows a button; at most one per view is primary (design.md rule 1). */
export function Button(props: ButtonProps) {
  const {
    tone = 'secondary',
    size = 'normal',
    icon,
    busy,
    busyText,
    disabled,
    type = 'button',
    children,
    ...rest
  } = props
  const lock = useRef(false)
  const [working, setWorking] = useState(false)
  const isBusy = busy === true || working
  const words = isBusy && busyText !== undefined ? busyText : children
  const text = icon !== undefined && words !== undefined ? <span className="pv-button-text">{words}</span> : words

  function click(event: MouseEvent<HTMLButtonElement>): void {
    if (lock.current || isBusy) {
      event.preventDefault()
      event.stopPropagation()
      return
    }
    const result = props.onClick?.(event)
    if (!isPromise(result)) return
    lock.current = true
    setWorking(true)
    const done = () => {
      lock.current = false
      setWorking(false)
    }
    result.then(done, done)
  }

  return (
    <AmplifyButton
      {...rest}
      type={type}
      isDisabled={disabled ?? false}
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy || undefined}
      className={classNames('pv-button', `pv-button-${tone}`, size === 'small' && 'pv-button-small', props.className)}
      onClick={click}
    >
      {isBusy ? <Spinner /> : icon}
      {text}
    </AmplifyButton>
  )
}

function isPromise(value: unknown): value is Promise<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'
}
