import { useRef, useState } from 'react'
import { Avatar } from '../display/avatar.tsx'
import { ComboboxBox } from './combobox-box.tsx'
import type { ComboboxOption, OptionSource } from './combobox-types.ts'

/** Number of chosen people shown by their initials. */
const SHOWN = 3

interface MultiComboboxProps {
  readonly values: readonly string[]
  readonly onChange: (values: string[]) => void
  readonly options: readonly ComboboxOption[]
  /** Plural noun for several choices: `agenten`. */
  readonly many: string
  readonly placeholder: string
  readonly searchPlaceholder: string
  readonly source?: OptionSource
}

/** Lets the user choose several of many options, found by typing. The list stays open after a choice. */
export function MultiCombobox(props: MultiComboboxProps) {
  const { values, onChange, options, many, placeholder } = props
  const [search, setSearch] = useState<string | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const chosen = options.filter(({ value }) => values.includes(value))
  const [first] = chosen

  function textOf(): string {
    if (values.length === 0) return placeholder
    return values.length === 1 && first ? first.label : `${values.length} ${many}`
  }

  return (
    <ComboboxBox
      button={button}
      search={search}
      onOpen={setSearch}
      onClose={() => setSearch(null)}
      className={values.length > 0 && 'pv-combobox-several pv-weight-strong'}
      isEmpty={values.length === 0}
      text={textOf()}
      before={
        chosen.length > 0 && (
          <span className="pv-combobox-people pv-beside">
            {chosen.slice(0, SHOWN).map(({ value, label }) => (
              <Avatar key={value} id={value} name={label} />
            ))}
          </span>
        )
      }
      panel={{
        options,
        values,
        searchPlaceholder: props.searchPlaceholder,
        remote: false,
        source: props.source,
        onChoose: (value) =>
          onChange(values.includes(value) ? values.filter((one) => one !== value) : [...values, value]),
      }}
    />
  )
}
