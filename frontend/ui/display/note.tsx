import type { ElementType } from 'react'
import { classNames } from '../class-names.ts'
import type { ElementProps } from '../layout/element-props.ts'
import { toneClassOf } from './badge.tsx'
import './note.css'
import '../layout/text.css'

interface NoteOwn {
  readonly tone?: 'warn' | 'bad' | 'ok' | 'info' | 'neutral'
  /** Set for text in the normal colour, such as fields and buttons. */
  readonly plain?: boolean
}

/** Shows a message in a box in the colour of its tone, such as a warning. */
export function Note<Element extends ElementType = 'div'>({
  as,
  tone = 'warn',
  plain = false,
  className,
  ...rest
}: ElementProps<Element, NoteOwn>) {
  const Element: ElementType = as ?? 'div'
  return (
    <Element
      className={classNames('pv-note pv-text-13 pv-break', toneClassOf(tone), plain && 'pv-note-plain', className)}
      {...rest}
    />
  )
}
