import { X } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import './bulk-bar.css'
import '../layout/layout.css'
import '../layout/text.css'
import { Spinner } from '../buttons/spinner.tsx'

interface BulkBarProps {
  readonly count: number
  readonly onClear: () => void
  /** `BulkAction` buttons. */
  readonly children: ReactNode
}

/** Shows a bar with actions for the selected rows, floating over the list. */
export function BulkBar({ count, onClear, children }: BulkBarProps) {
  return (
    <section className="pv-bulk pv-beside pv-text-13 pv-weight-strong" aria-label="Acties voor de selectie">
      <span className="pv-bulk-count pv-nowrap pv-tabular" role="status">
        {count} geselecteerd
      </span>
      {children}
      <button
        type="button"
        className="pv-bulk-action pv-nowrap"
        aria-label="Selectie wissen"
        data-tip="Selectie wissen"
        onClick={onClear}
      >
        <X aria-hidden="true" />
      </button>
    </section>
  )
}

/** Shows the sum of the selected rows in the bar of actions. */
export function BulkAmount({ children }: { readonly children: string }) {
  return <span className="pv-bulk-count pv-bulk-amount pv-weight-regular pv-nowrap pv-tabular">{children}</span>
}

interface BulkActionProps {
  readonly ref?: Ref<HTMLButtonElement>
  readonly icon: ReactNode
  readonly busy?: boolean
  readonly onClick: () => void
  readonly children: ReactNode
}

/** Shows one action in the bar for the selected rows; it cannot be pressed again while busy. */
export function BulkAction({ ref, icon, busy = false, onClick, children }: BulkActionProps) {
  return (
    <button
      ref={ref}
      type="button"
      className="pv-bulk-action pv-nowrap"
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={() => !busy && onClick()}
    >
      {busy ? <Spinner /> : icon}
      {children}
    </button>
  )
}
