import { Command } from 'cmdk'
import { Search } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, useState } from 'react'
import './combobox.css'
import './command-palette.css'
import './dialog.css'
import { FailedPart } from './failed-part.tsx'
import { Kbd } from './kbd.tsx'
import { useReturnFocus } from './return-focus.ts'
import { matchScore } from './search-text.ts'

interface PaletteItem {
  readonly id: string
  readonly label: string
  readonly icon?: ReactNode
  readonly hint?: string
  readonly keywords?: readonly string[]
  /** Set for results of a search on the server, such as customers: shown whatever is typed. */
  readonly found?: boolean
  readonly onSelect: () => void
}

interface CommandPaletteProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly groups: readonly { readonly heading: string; readonly items: readonly PaletteItem[] }[]
  readonly placeholder?: string
  /** Called with the typed text, to search elsewhere. */
  readonly onSearch?: (text: string) => void
  readonly loading?: boolean
  /** Retries a failed search; absent where nothing failed. */
  readonly onRetry?: (() => void) | undefined
}

/**
 * Shows the command palette (Ctrl/⌘ K): go to a screen, find a customer, start an action (design.md rule 7). Load it
 * lazily, see `useCommandKey`.
 */
export function CommandPalette(props: CommandPaletteProps) {
  const {
    open,
    onOpenChange,
    groups,
    placeholder = 'Zoek een scherm, klant of actie',
    loading = false,
    onRetry,
  } = props
  const [search, setSearch] = useState('')
  const focus = useReturnFocus()

  function change(text: string): void {
    setSearch(text)
    props.onSearch?.(text)
  }

  function run(item: PaletteItem): void {
    onOpenChange(false)
    change('')
    item.onSelect()
  }

  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <div className="pv-overlay" />
        <Radix.Content
          className="pv-palette"
          aria-describedby={undefined}
          onOpenAutoFocus={focus.remember}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            focus.giveBack()
          }}
        >
          <Radix.Title className="pv-hidden">Snel zoeken</Radix.Title>
          <Command
            label="Snel zoeken"
            vimBindings={false}
            loop
            filter={(value, text, keywords) => (value.startsWith('found:') ? 1 : matchScore(text, keywords ?? []))}
          >
            <div className="pv-palette-search">
              <Search aria-hidden="true" />
              <Command.Input
                className="pv-command-input"
                placeholder={placeholder}
                value={search}
                onValueChange={change}
              />
              <Kbd>Esc</Kbd>
            </div>
            {/* Outside the list: a listbox may contain options only. */}
            {!loading && !onRetry && <Command.Empty className="pv-command-empty">Niets gevonden</Command.Empty>}
            {loading && <div className="pv-command-empty">Zoeken…</div>}
            <Command.List className="pv-command-list pv-palette-list" label="Resultaten" aria-busy={loading}>
              {groups
                .filter((group) => group.items.length > 0)
                .map((group) => (
                  <Command.Group key={group.heading} heading={group.heading}>
                    {group.items.map((item) => (
                      <Command.Item
                        key={item.id}
                        value={`${item.found ? 'found:' : ''}${item.id}`}
                        keywords={[item.label, item.hint ?? '', ...(item.keywords ?? [])]}
                        className="pv-command-item"
                        onSelect={() => run(item)}
                      >
                        {item.icon}
                        <span className="pv-command-text">{item.label}</span>
                        {item.hint !== undefined && <span className="pv-command-hint">{item.hint}</span>}
                      </Command.Item>
                    ))}
                  </Command.Group>
                ))}
            </Command.List>
          </Command>
          {/* Outside the list: within it, Enter on the button would choose an option. */}
          {onRetry && (
            <div className="pv-command-empty">
              <FailedPart onRetry={onRetry}>Niet alles kon worden doorzocht</FailedPart>
            </div>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
