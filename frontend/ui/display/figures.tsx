import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import './figures.css'
import '../layout/text.css'
import { Grid } from '../layout/grid.tsx'

interface FiguresProps {
  readonly items: readonly { readonly label: string; readonly value: ReactNode }[]
  readonly className?: string
}

/** Shows large figures beside each other, each under its label. */
export function Figures({ items, className }: FiguresProps) {
  return (
    <Grid as="dl" least={84} gap={12} className={classNames('pv-figures', className)}>
      {items.map(({ label, value }) => (
        <div key={label}>
          <dt className="pv-text-12 pv-color-soft">{label}</dt>
          <dd className="pv-text-20 pv-weight-bold pv-tabular">{value}</dd>
        </div>
      ))}
    </Grid>
  )
}
