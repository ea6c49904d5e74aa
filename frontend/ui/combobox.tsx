import { X } from 'lucide-react'
import { type Ref, useImperativeHandle, useRef, useState } from 'react'
import { Avatar } from './avatar.tsx'
import { ComboboxBox } from './combobox-box.tsx'
import { IconButton } from './icon-button.tsx'

export interface ComboboxOption<V extends string = string> {
  readonly value: V
  readonly label: string
  /** Small print after the label, such as the team. */
  readonly hint?: string
  /** Other words it can be found by. */
  readonly keywords?: readonly string[]
  /** Shows the initials before the label: a person. */
  readonly person?: boolean
}

/** Where options come from, as `useQuery` tells of it. */
export interface OptionSource {
  readonly isPending: boolean
  readonly isFetching: boolean
  readonly isError: boolean
  readonly refetch: () => unknown
}

interface ComboboxProps<V extends string> {
  readonly value: V | '' | null | undefined
  /** Gives `''` when the choice is taken away. */
  readonly onChange: (value: V | '') => void
  readonly options: readonly ComboboxOption<V>[]
  readonly placeholder?: string
  readonly searchPlaceholder?: string
  /** Offers a button that takes the choice away. */
  readonly clearable?: boolean
  /** The chosen option, where `options` may not hold it because they are searched on the server. */
  readonly chosen?: ComboboxOption<V> | undefined
  /** Searches elsewhere: called with what is typed; `options` are then shown as they are. */
  readonly onSearch?: (text: string) => void
  /** What the options are read from: the panel tells that it is read, or failed, and offers to try again. */
  readonly source?: OptionSource
  readonly onBlur?: () => void
  readonly name?: string
  readonly disabled?: boolean
  readonly ref?: Ref<HTMLButtonElement>
  readonly 'aria-label'?: string
}

/** One of many choices, found by typing. Opens by click, arrow keys or simply typing; for a few choices use `Select`. */
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
      text={chosen?.label ?? placeholder}
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
        <span className="pv-combobox-clear">
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
