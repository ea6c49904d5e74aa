import type { ComponentProps } from 'react'
import { classNames } from '../class-names.ts'
import './row-list.css'
import '../layout/layout.css'
import '../layout/text.css'

interface RowListProps extends ComponentProps<'ul'> {
  /** Set for lines between the items. */
  readonly lined?: boolean
}

/** Shows a list of items whose parts stand side by side, such as a name, an amount and a button. */
export function RowList({ lined = false, className, ...rest }: RowListProps) {
  return (
    <ul
      className={classNames('pv-row-list pv-text-13 pv-break', lined && 'pv-row-list-lined pv-lined', className)}
      {...rest}
    />
  )
}
