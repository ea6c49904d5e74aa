import { X } from 'lucide-react'
import { type Ref, useImperativeHandle, useRef, useState } from 'react'
import { IconButton } from '../buttons/icon-button.tsx'
import { Avatar } from '../display/avatar.tsx'
import { ComboboxBox } from './combobox-box.tsx'
import type { ComboboxOption, OptionSource } from './combobox-types.ts'

interface ComboboxProps<V extends string> {
  readonly value: V | '' | null | undefined
  /** Called with the chosen value, or `''` when the choice is cleared. */
  readonly onChange: (value: V | '') => void
  readonly options: readonly ComboboxOption<V>[]
  readonly placeholder?: string
  readonly searchPlaceholder?: string
  /** Adds a button that clears the choice. */
  readonly clearable?: boolean
  /** Chosen option, for when `options` comes from a search on the server and may not contain it. */
  readonly chosen?: ComboboxOption<V> | undefined
  /** Searches elsewhere with the typed text; `options` are then shown unfiltered. */
  readonly onSearch?: (text: string) => void
  /** Query that loads the options: the panel shows that it is loading or failed, and offers a retry. */
  readonly source?: OptionSource
  readonly onBlur?: () => void
  readonly name?: string
  readonly disabled?: boolean
  readonly ref?: Ref<HTMLButtonElement>
  readonly 'aria-label'?: string
}

/** Lets the user choose one of many options, found by typing. For a few options use `Select`. */
export function Combobox<V extends string>(props: ComboboxProps<V>) {
  const { value, onChange, options, placeholder = 'Kies…', clearable, ref } = props
  const [search, setSearch] = useState<string | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  useImperativeHandle(ref, () => button.current as HTMLButtonElement)
  const chosen =
    options.find((option) => option.value === value) ?? (props.chosen?.value === value ? props.chosen : undefined)

  function open(text: string): void {
    setSearch(text)
    props.onSearch?.(text)
  }

  function close(): void {
    setSearch(null)
    props.onBlur?.()
  }

  return (
    <ComboboxBox
      button={button}
      search={search}
      onOpen={open}
      onClose={close}
      className={clearable && chosen && 'pv-combobox-clearable'}
      isEmpty={!chosen}
      text={chosen?.label ?? (value && props.source?.isPending ? 'Laden…' : placeholder)}
      before={chosen?.person && <Avatar id={chosen.value} name={chosen.label} />}
      name={props.name}
      disabled={props.disabled}
      aria-label={props['aria-label']}
      panel={{
        options,
        values: value ? [value] : [],
        searchPlaceholder: props.searchPlaceholder ?? 'Zoeken',
        remote: props.onSearch !== undefined,
        source: props.source,
        onChoose: (next) => {
          onChange(next as V)
          close()
          button.current?.focus()
        },
      }}
    >
      {clearable && chosen && (
        <span className="pv-combobox-clear pv-beside">
          <IconButton
            size="small"
            label="Keuze wissen"
            icon={<X />}
            disabled={props.disabled ?? false}
            onClick={() => {
              onChange('')
              button.current?.focus()
            }}
          />
        </span>
      )}
    </ComboboxBox>
  )
}
