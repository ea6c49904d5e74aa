import { cloneElement, type ReactElement, useId } from 'react'

interface TooltipProps {
  readonly text: string
  /** Element that can have focus or be pointed at. */
  readonly children: ReactElement<{ 'data-tip'?: string; 'aria-describedby'?: string }>
}

/** Gives its child a tooltip, which `TooltipLayer` shows on hover and focus. */
export function Tooltip({ text, children }: TooltipProps) {
  const id = useId()
  return (
    <>
      {cloneElement(children, { 'data-tip': text, 'aria-describedby': id })}
      <span id={id} hidden>
        {text}
      </span>
    </>
  )
}
