import { Search, X } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Button } from '../buttons/button.tsx'
import { classNames } from '../class-names.ts'
import { FailedPart } from '../messages/failed-part.tsx'
import './filter-bar.css'
import '../layout/layout.css'
import '../layout/text.css'
import { IconButton } from '../buttons/icon-button.tsx'
import { TextInput } from '../fields/text-input.tsx'
import { stepAlong } from '../keys.ts'

/** Places filters in a row that wraps, for the `toolbar` of a `Screen`. */
export function FilterBar({ children }: { readonly children: ReactNode }) {
  return <div className="pv-filters pv-beside pv-wrap">{children}</div>
}

interface FilterLineProps {
  readonly className?: string
  readonly children: ReactNode
}

/** Places a bar of labelled filters on a line of its own, above a list. */
export function FilterLine({ className, children }: FilterLineProps) {
  return <div className={classNames('pv-filter-line', className)}>{children}</div>
}

interface FilterTabsProps<V extends string> {
  readonly value: V
  readonly onChange: (value: V) => void
  /** Name of the filter: `Status`. */
  readonly label: string
  readonly options: readonly { readonly value: V; readonly label: string; readonly count?: number | undefined }[]
  /** Query of the counts, if they do not come from the list itself. */
  readonly source?: { readonly isError: boolean; readonly isFetching: boolean; readonly refetch: () => unknown }
  /** Toggles in front of the tabs, for a phone. */
  readonly toggles?: ReactNode
}

/**
 * Shows the choices of the main filter of a list as tabs with counts: Alle 500, Gepland 65 … A choice of 0 is left out.
 * The tabs are one Tab stop; ← and → move along them.
 */
export function FilterTabs<V extends string>(props: FilterTabsProps<V>) {
  const { value, onChange, label, options, source, toggles } = props
  const shown = options.filter(({ value: one, count }) => count !== 0 || one === value)
  const isKnown = shown.some((option) => option.value === value)
  return (
    <div className="pv-filter-counted pv-beside">
      {toggles}
      <fieldset className="pv-filter-tabs" aria-label={label} aria-busy={source?.isFetching} onKeyDown={stepAlong}>
        {shown.map((option, index) => (
          <button
            key={option.value}
            type="button"
            className="pv-filter-tab pv-rigid pv-text-13 pv-weight-strong pv-color-muted pv-nowrap"
            aria-pressed={option.value === value}
            tabIndex={option.value === value || (!isKnown && index === 0) ? 0 : -1}
            onClick={() => onChange(option.value)}
          >
            {option.label}{' '}
            {option.count !== undefined && (
              <span className="pv-filter-count pv-weight-medium pv-color-soft pv-tabular">{option.count}</span>
            )}
          </button>
        ))}
      </fieldset>
      {source?.isError && <FailedPart onRetry={source.refetch}>De aantallen konden niet worden geladen.</FailedPart>}
    </div>
  )
}

interface FilterToggleProps {
  readonly value: boolean
  readonly onChange: (value: boolean) => void
  readonly children: ReactNode
}

/** Shows a filter that is on or off as a button, such as Mijn afspraken. */
export function FilterToggle({ value, onChange, children }: FilterToggleProps) {
  return (
    <button
      type="button"
      className="pv-filter-tab pv-filter-toggle pv-rigid pv-text-13 pv-weight-strong pv-color-muted pv-nowrap"
      aria-pressed={value}
      onClick={() => onChange(!value)}
    >
      {children}
    </button>
  )
}

interface FilterSearchProps {
  readonly value: string
  /** Called when typing pauses. */
  readonly onChange: (value: string) => void
  readonly placeholder?: string
}

const PAUSE_MS = 250

/** Shows a search box that calls back when typing pauses; Enter searches at once, Escape clears it. */
export function FilterSearch({ value, onChange, placeholder = 'Zoeken' }: FilterSearchProps) {
  const [draft, setDraft] = useState<string | null>(null)

  useEffect(() => {
    if (draft === null) return
    const timer = setTimeout(() => search(draft), PAUSE_MS)
    return () => clearTimeout(timer)
  })

  function search(text: string): void {
    setDraft(null)
    if (text !== value) onChange(text)
  }

  return (
    <div className="pv-filter-search">
      <TextInput
        type="search"
        aria-label={placeholder}
        placeholder={placeholder}
        enterKeyHint="search"
        value={draft ?? value}
        onChange={setDraft}
        onKeyDown={(event) => {
          if (event.key === 'Enter') search(draft ?? value)
          if (event.key === 'Escape' && (draft ?? value) !== '') search('')
        }}
        start={<Search aria-hidden="true" />}
        end={
          (draft ?? value) && (
            <IconButton size="small" label="Zoekterm wissen" icon={<X />} onClick={() => search('')} />
          )
        }
      />
    </div>
  )
}

/** Shows the button that clears all filters; show the button only while a filter is on. */
export function FilterReset({ onClick }: { readonly onClick: () => void }) {
  return (
    <Button tone="ghost" icon={<X />} onClick={onClick}>
      Filters wissen
    </Button>
  )
}
