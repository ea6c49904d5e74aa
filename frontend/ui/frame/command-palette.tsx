import { Command } from 'cmdk'
import { Search } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import '../choices/combobox.css'
import './command-palette.css'
import '../layout/strip.css'
import '../dialogs/dialog.css'
import '../menus/floating.css'
import { scoreMatch } from '../choices/search-text.ts'
import { useReturnFocus } from '../dialogs/return-focus.ts'
import { Kbd } from '../display/kbd.tsx'
import { isSubmitKey } from '../keys.ts'
import { Text } from '../layout/text.tsx'
import { FailedPart } from '../messages/failed-part.tsx'

export interface PaletteItem {
  readonly id: string
  readonly label: ReactNode
  readonly icon?: ReactNode
  /** Second line, under the label. */
  readonly detail?: ReactNode
  /** Content at the end of the line, such as a status. */
  readonly aside?: ReactNode
  readonly keywords?: readonly string[]
  /** Set for results of a search on the server: shown whatever is typed. */
  readonly isFound?: boolean
  /** Address that Ctrl or ⌘ with Enter opens in a new tab. */
  readonly address?: string
  readonly onSelect: () => void
}

export interface PaletteGroup {
  readonly heading: string
  /** Number of items that were found, such as `8+`; absent for items that are always there. */
  readonly count?: string
  readonly items: readonly PaletteItem[]
}

interface CommandPaletteProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly groups: readonly PaletteGroup[]
  readonly placeholder?: string
  /** Called with the typed text, to search elsewhere. */
  readonly onSearch?: (text: string) => void
  readonly loading?: boolean
  /** Note above the results: says which corrected text was searched. */
  readonly note?: string | null
  /** Retries a failed search; absent where nothing failed. */
  readonly onRetry?: (() => void) | undefined
}

/**
 * Shows the command palette: go to a screen, find a customer, start an action (design.md rule 7). Load it lazily, when
 * it first opens, so that its code stays out of the first screen.
 */
export function CommandPalette(props: CommandPaletteProps) {
  const { open, onOpenChange, groups, placeholder = 'Zoek een scherm, klant of actie', loading = false } = props
  const { note, onRetry } = props
  const [search, setSearch] = useState('')
  const focus = useReturnFocus()
  const shown = groups.filter((group) => group.items.length > 0)

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
            onKeyDown={(event) => openInNewTab(event, shown)}
            filter={(value, text, keywords) => (value.startsWith('found:') ? 1 : scoreMatch(text, keywords ?? []))}
          >
            <div className="pv-palette-search pv-line-below pv-beside">
              <Search aria-hidden="true" />
              <Command.Input
                className="pv-command-input"
                placeholder={placeholder}
                value={search}
                onValueChange={change}
              />
              <span className="pv-text-12 pv-weight-regular pv-color-soft pv-nowrap" role="status">
                {countText(shown)}
              </span>
              <Kbd>Esc</Kbd>
            </div>
            {note && <p className="pv-strip pv-text-12 pv-weight-regular pv-color-soft">{note}</p>}
            {/* Outside the list: a listbox may contain options only. */}
            {!loading && !onRetry && (
              <Command.Empty className="pv-command-empty pv-text-13 pv-color-soft pv-center">
                Niets gevonden
              </Command.Empty>
            )}
            {loading && <div className="pv-command-empty pv-text-13 pv-color-soft pv-center">Zoeken…</div>}
            <Command.List className="pv-command-list pv-palette-list" label="Resultaten" aria-busy={loading}>
              {shown.map((group) => (
                <Command.Group key={group.heading} heading={<Heading {...group} />}>
                  {group.items.map((item) => (
                    <Item key={item.id} item={item} onSelect={() => run(item)} />
                  ))}
                </Command.Group>
              ))}
            </Command.List>
          </Command>
          <KeyHints />
          {/* Outside the list: within it, Enter on the retry button would choose an item. */}
          {onRetry && (
            <div className="pv-command-empty pv-text-13 pv-color-soft pv-center">
              <FailedPart onRetry={onRetry}>Niet alles kon worden doorzocht.</FailedPart>
            </div>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** Opens the address of the chosen item in a new tab, by Ctrl or ⌘ with Enter. */
function openInNewTab(event: KeyboardEvent<HTMLElement>, groups: readonly PaletteGroup[]): void {
  if (!isSubmitKey(event)) return
  const chosen = event.currentTarget.querySelector('[cmdk-item][aria-selected="true"]')?.getAttribute('data-value')
  const item = groups.flatMap(({ items }) => items).find((one) => listValue(one) === chosen)
  if (!item?.address) return
  event.preventDefault()
  window.open(item.address, '_blank', 'noopener')
}

/** Returns how many items were found: `12 gevonden`, with a `+` where there are more; empty for none. */
function countText(groups: readonly PaletteGroup[]): string {
  const found = groups.filter(({ count }) => count !== undefined)
  const total = found.reduce((sum, { items }) => sum + items.length, 0)
  const hasMore = found.some(({ count }) => count?.endsWith('+'))
  return total > 0 ? `${total}${hasMore ? '+' : ''} gevonden` : ''
}

interface ItemProps {
  readonly item: PaletteItem
  readonly onSelect: () => void
}

const Item = ({ item, onSelect }: ItemProps) => (
  <Command.Item
    value={listValue(item)}
    keywords={[typeof item.label === 'string' ? item.label : '', ...(item.keywords ?? [])]}
    className="pv-menu-item pv-command-item"
    onSelect={onSelect}
  >
    {item.icon}
    <div className="pv-grow pv-truncate">
      {item.label}
      {item.detail && (
        <Text as="div" size={12} weight="regular" color="muted" overflow="truncate">
          {item.detail}
        </Text>
      )}
    </div>
    {item.aside}
  </Command.Item>
)

const KeyHints = () => (
  <div
    className="pv-palette-keys pv-line-above pv-beside pv-wide-only pv-text-12 pv-weight-regular pv-color-soft"
    aria-hidden="true"
  >
    <Kbd>↑</Kbd>
    <Kbd>↓</Kbd> kiezen
    <Kbd>↵</Kbd> openen
    <Kbd>Ctrl</Kbd>
    <Kbd>↵</Kbd> in nieuw tabblad
  </div>
)

/** Returns the key of an item in the list; the prefix `found:` marks a result of the server. */
const listValue = ({ id, isFound = false }: PaletteItem): string => `${isFound ? 'found:' : ''}${id}`

const Heading = ({ heading, count }: PaletteGroup) => (
  <>
    {heading}{' '}
    {count !== undefined && (
      <Text size={12} weight="regular" color="soft" before={2}>
        {count}
      </Text>
    )}
  </>
)
