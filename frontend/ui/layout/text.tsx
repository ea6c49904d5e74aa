import type { ElementType } from 'react'
import { classNames } from '../class-names.ts'
import type { ElementProps } from './element-props.ts'
import './layout.css'
import { type Place, takePlace } from './place.ts'
import './text.css'
import './over.css'

export interface TextOwn extends Place {
  /** Size in pixels at the normal letter size of the browser; inherited unless given. */
  readonly size?: 11 | 12 | 13 | 14 | 16 | 20 | 22 | 28
  readonly weight?: 'regular' | 'medium' | 'strong' | 'bold'
  readonly color?: 'default' | 'muted' | 'soft' | 'accent' | 'ok' | 'warn' | 'bad'
  /** Set for amounts, so that digits stand below each other. */
  readonly tabular?: boolean
  /** Treatment of a text that is too long; it wraps between words unless given. `lines` keeps its own line breaks. */
  readonly overflow?: 'nowrap' | 'break' | 'truncate' | 'lines'
  /** Set to take the remaining width of a row. */
  readonly grow?: boolean
  /** Set to keep the width in a row that is full. */
  readonly rigid?: boolean
  /** Side of the part that has a line. */
  readonly line?: 'above' | 'below' | 'before'
  /** Position of the text in its line, where it is not at the start. */
  readonly text?: 'center' | 'end'
  /** Set for a background under the pointer, for what is pressed as a whole. */
  readonly hover?: boolean
}

/**
 * Shows a text in one of the sizes, weights and colours of the design. In a row, `grow` takes the remaining width, and
 * `rigid` keeps the width of the text. `above`, `below` and `before` are distances.
 */
export function Text<Element extends ElementType = 'span'>({
  as,
  size,
  weight,
  color,
  tabular = false,
  overflow,
  grow = false,
  rigid = false,
  line,
  text,
  hover = false,
  className,
  ...others
}: ElementProps<Element, TextOwn>) {
  const Element: ElementType = as ?? 'span'
  return (
    <Element
      className={classNames(
        size && `pv-text-${size}`,
        weight && `pv-weight-${weight}`,
        color && `pv-color-${color}`,
        tabular && 'pv-tabular',
        overflow && `pv-${overflow}`,
        grow && 'pv-grow',
        rigid && 'pv-rigid',
        line && `pv-line-${line}`,
        text && `pv-${text}`,
        hover && 'pv-hover',
        className,
      )}
      {...takePlace(others)}
    />
  )
}
