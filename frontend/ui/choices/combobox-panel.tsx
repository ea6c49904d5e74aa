import { Command } from 'cmdk'
import { Check } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import './combobox.css'
import '../layout/layout.css'
import '../layout/text.css'
import { Avatar } from '../display/avatar.tsx'
import { FloatingPanel } from '../menus/floating-panel.tsx'
import { FailedPart } from '../messages/failed-part.tsx'
import type { ComboboxOption, OptionSource } from './combobox-types.ts'
import { scoreMatch } from './search-text.ts'

export interface ComboboxPanelProps {
  readonly id: string
  readonly anchor: RefObject<HTMLElement | null>
  readonly button: RefObject<HTMLButtonElement | null>
  readonly options: readonly ComboboxOption[]
  /** Values of the chosen options. */
  readonly values: readonly string[]
  readonly search: string
  readonly searchPlaceholder: string
  readonly remote: boolean
  readonly source: OptionSource | undefined
  readonly onSearch: (text: string) => void
  readonly onChoose: (value: string) => void
  readonly onClose: () => void
}

/** Shows the searchable list of a combobox; only `ComboboxBox` uses it. */
export default function ComboboxPanel(props: ComboboxPanelProps) {
  const { options, values, search, remote, source } = props
  // Options that are already loaded stay available during a refetch.
  const isLoading = Boolean(source?.isFetching && (source.isPending || source.isError))
  const hasFailed = source?.isError && !isLoading
  const input = useRef<HTMLInputElement>(null)
  const [active, setActive] = useState(values[0] ?? '')
  return (
    <FloatingPanel
      id={props.id}
      anchor={props.anchor}
      returnFocus={props.button}
      label={props.searchPlaceholder}
      className="pv-combobox-panel"
      onClose={props.onClose}
      onOpenFocus={() => input.current?.focus()}
    >
      <Command
        label={props.searchPlaceholder}
        value={active}
        onValueChange={setActive}
        vimBindings={false}
        loop
        shouldFilter={!remote}
        filter={(_, text, keywords) => scoreMatch(text, keywords ?? [])}
        onKeyDown={(event) => event.key === 'Tab' && props.onClose()}
      >
        <Command.Input
          ref={input}
          className="pv-command-input"
          placeholder={props.searchPlaceholder}
          value={search}
          onValueChange={props.onSearch}
        />
        {/* Outside the list: a listbox may contain options only. */}
        {!isLoading && !hasFailed && (
          <Command.Empty className="pv-command-empty pv-text-13 pv-color-soft pv-center">Niets gevonden</Command.Empty>
        )}
        {isLoading && <div className="pv-command-empty pv-text-13 pv-color-soft pv-center">Laden…</div>}
        {hasFailed && (
          <div className="pv-command-empty pv-text-13 pv-color-soft pv-center">
            <FailedPart onRetry={source.refetch}>Laden is niet gelukt.</FailedPart>
          </div>
        )}
        <Command.List className="pv-command-list" label="Keuzes" aria-busy={isLoading}>
          {options.map((option) => (
            <Command.Item
              key={option.value}
              value={option.value}
              keywords={[option.label, option.hint ?? '', ...(option.keywords ?? [])]}
              className="pv-menu-item pv-command-item"
              onSelect={() => props.onChoose(option.value)}
            >
              {option.person && <Avatar id={option.value} name={option.label} />}
              <span className="pv-grow pv-truncate">{option.label}</span>
              {option.hint !== undefined && (
                <span className="pv-text-12 pv-weight-regular pv-color-soft pv-nowrap">{option.hint}</span>
              )}
              {values.includes(option.value) && <Check aria-label="gekozen" />}
            </Command.Item>
          ))}
        </Command.List>
      </Command>
    </FloatingPanel>
  )
}
