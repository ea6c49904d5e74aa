import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import './columns.css'
import { Stack } from './layout.tsx'

interface ColumnsProps {
  /** Set to show the smaller parts above the others on a narrow screen, for instance when they have the next step. */
  readonly asideFirst?: boolean
  readonly main: ReactNode
  /** Smaller parts at the end; on a narrow screen below the others, unless `asideFirst`. */
  readonly aside: ReactNode
}

/** Places the main cards of a page beside smaller ones; `asideFirst` puts the smaller ones above on a narrow screen. */
export function Columns({ main, aside, asideFirst = false }: ColumnsProps) {
  return (
    <div className={classNames('pv-columns', asideFirst && 'pv-columns-aside-first')}>
      <Stack gap={12}>{main}</Stack>
      <Stack gap={12}>{aside}</Stack>
    </div>
  )
}
