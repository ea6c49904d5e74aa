import type { ReactNode } from 'react'
import './columns.css'
import { Stack } from './layout.tsx'

interface ColumnsProps {
  readonly main: ReactNode
  /** Parts at the end of the page; below the others where there is no room. */
  readonly aside: ReactNode
}

/** Places the main cards of a page beside smaller ones. */
export function Columns({ main, aside }: ColumnsProps) {
  return (
    <div className="pv-columns">
      <Stack gap={12}>{main}</Stack>
      <Stack gap={12}>{aside}</Stack>
    </div>
  )
}
