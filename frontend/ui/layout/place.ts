import type { CSSProperties } from 'react'

/** Distance in pixels, on the scale of the design. */
type Space = 0 | 2 | 4 | 6 | 8 | 10 | 12 | 16 | 20 | 24

/** Place of a part among others, in pixels. */
export interface Place {
  /** Distances to what stands around the part; `auto` takes the remaining space, and -6 covers a padding. */
  readonly above?: Space | -6 | 'auto'
  readonly below?: Space | -6 | 'auto'
  readonly before?: Space | 'auto'
  /** Distances from the edges to the content: above and below, and at the sides. */
  readonly padBlock?: Space
  readonly padInline?: Space
  /** Distance from a line above to the content. */
  readonly padTop?: Space
  readonly minHeight?: number
  readonly minWidth?: number
  readonly maxWidth?: number
  readonly width?: number
  /** Width below which the part goes to the next line of a row; it grows to the remaining width. */
  readonly basis?: number
}

/** Turns the place among props into inline styles; leaves all other props. */
export function takePlace<Props extends Place & { readonly style?: CSSProperties | undefined }>(props: Props) {
  const {
    above,
    below,
    before,
    padBlock,
    padInline,
    padTop,
    minHeight,
    minWidth,
    maxWidth,
    width,
    basis,
    style,
    ...rest
  } = props
  const place: CSSProperties = {
    marginTop: above,
    marginBottom: below,
    marginInlineStart: before,
    paddingBlock: padBlock,
    paddingInline: padInline,
    paddingTop: padTop,
    minHeight,
    minWidth,
    maxWidth,
    width,
    flex: basis && `1 1 ${basis}px`,
    ...style,
  }
  return { ...rest, style: place }
}
