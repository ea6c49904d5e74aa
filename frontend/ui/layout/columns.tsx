import type { CSSProperties, ReactNode } from 'react'
import './columns.css'
import { Stack, type StackOwn } from './layout.tsx'

interface SplitProps extends Pick<StackOwn, 'gap'> {
  /** Widths of the columns, as in `grid-template-columns`. */
  readonly columns: string
  /** Width of the window in pixels below which the parts stand below each other. */
  readonly below: 960 | 1100 | 1200
  /** Set to make the parts of a row equally high. */
  readonly even?: boolean
  readonly className?: string | undefined
  readonly 'aria-busy'?: boolean
  readonly children: ReactNode
}

/** Places its parts in columns, and below each other on a narrow screen. */
export function Split({ columns, below, even = false, ...rest }: SplitProps) {
  const style = { '--columns': columns, alignItems: even ? undefined : 'start' } as CSSProperties
  return <Stack data-below={below} style={style} {...rest} />
}

interface ColumnsProps {
  readonly main: ReactNode
  /** Smaller parts at the end; on a narrow screen below the others. */
  readonly aside: ReactNode
}

/** Places the main cards of a page beside smaller ones. */
export function Columns({ main, aside }: ColumnsProps) {
  return (
    <Split columns="minmax(0, 2fr) minmax(300px, 1fr)" below={1200} gap={12}>
      <Stack gap={12}>{main}</Stack>
      <Stack gap={12}>{aside}</Stack>
    </Split>
  )
}
