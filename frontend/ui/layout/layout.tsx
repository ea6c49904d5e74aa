import type { CSSProperties, ElementType } from 'react'
import { classNames } from '../class-names.ts'
import type { ElementProps } from './element-props.ts'
import './layout.css'
import { Text, type TextOwn } from './text.tsx'

/** Distance between the parts, in pixels. */
type Gap = 2 | 4 | 6 | 8 | 10 | 12 | 16 | 20 | 24

type Align = 'start' | 'center' | 'baseline' | 'end'

export interface StackOwn extends TextOwn {
  readonly gap?: Gap
  /** Horizontal position of the parts; they have the full width unless given. */
  readonly align?: Exclude<Align, 'baseline'>
  /** Distance from the edges, in pixels. */
  readonly padding?: 0 | 12 | 16
  /** Set for lines between the parts. */
  readonly lined?: boolean
}

/** Places its parts below each other, with a gap. */
export function Stack<Element extends ElementType = 'div'>({
  as,
  gap,
  align,
  padding,
  lined = false,
  className,
  style,
  ...rest
}: ElementProps<Element, StackOwn>) {
  const Part: ElementType = Text
  return (
    <Part
      as={as ?? 'div'}
      className={classNames(
        'pv-stack',
        padding !== undefined && padding > 0 && `pv-padding-${padding}`,
        lined && 'pv-lined',
        className,
      )}
      style={{ '--gap': pixels(gap), '--align': align, ...style } as CSSProperties}
      {...rest}
    />
  )
}

export interface RowOwn extends TextOwn {
  readonly gap?: Gap
  /** Vertical position of the parts; in the middle unless given. */
  readonly align?: Align | 'stretch'
  /** Distribution of the remaining width. */
  readonly justify?: 'between' | 'center' | 'end'
  /** Set to continue on the next line when the row is full; a number is the gap between lines in pixels. */
  readonly wrap?: boolean | 0 | 2 | 4 | 8 | 12
}

/** Places its content side by side, with a gap. */
export function Row<Element extends ElementType = 'div'>({
  as,
  gap,
  align,
  justify,
  wrap = false,
  className,
  style,
  ...rest
}: ElementProps<Element, RowOwn>) {
  const Part: ElementType = Text
  return (
    <Part
      as={as ?? 'div'}
      className={classNames('pv-beside', justify && `pv-justify-${justify}`, wrap !== false && 'pv-wrap', className)}
      style={{ '--gap': pixels(gap), '--lines': pixels(wrap), '--align': align, ...style } as CSSProperties}
      {...rest}
    />
  )
}

const pixels = (value: number | boolean | undefined) => (typeof value === 'number' ? `${value}px` : undefined)
