import { ChevronDown } from 'lucide-react'
import { lazy, Suspense, useId, useRef, useState } from 'react'
import { Avatar } from './avatar.tsx'
import { classNames } from './class-names.ts'
import './combobox.css'
import type { ComboboxOption, OptionSource } from './combobox.tsx'
import { useField } from './field.tsx'

const ComboboxPanel = lazy(() => import('./combobox-panel.tsx'))

/** How many of those chosen are shown by their initials. */
const SHOWN = 3

interface MultiComboboxProps {
  readonly values: readonly string[]
  readonly onChange: (values: string[]) => void
  readonly options: readonly ComboboxOption[]
  /** What several are called: `agenten`. */
  readonly many: string
  readonly placeholder: string
  readonly searchPlaceholder: string
  readonly source?: OptionSource
}

/** Several of many choices, found by typing; the list stays open until one leaves it. */
export function MultiCombobox(props: MultiComboboxProps) {
  const { values, onChange, options, many, placeholder } = props
  const { control, labelId } = useField()
  const [search, setSearch] = useState<string | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const panelId = useId()
  const chosen = options.filter(({ value }) => values.includes(value))
  const [first] = chosen

  return (
    <div ref={box} className="pv-combobox">
      <button
        {...control}
        ref={button}
        type="button"
        role="combobox"
        aria-labelledby={labelId}
        aria-haspopup="dialog"
        aria-expanded={search !== null}
        aria-controls={search === null ? undefined : panelId}
        className={classNames('pv-combobox-button', values.length > 0 && 'pv-combobox-several')}
        onClick={() => setSearch(search === null ? '' : null)}
      >
        {chosen.length > 0 && (
          <span className="pv-combobox-people">
            {chosen.slice(0, SHOWN).map(({ value, label }) => (
              <Avatar key={value} id={value} name={label} />
            ))}
          </span>
        )}
        <span className={classNames('pv-combobox-value', values.length === 0 && 'pv-control-empty')}>
          {values.length === 0 ? placeholder : values.length === 1 && first ? first.label : `${values.length} ${many}`}
        </span>
        <ChevronDown aria-hidden="true" className="pv-combobox-arrow" />
      </button>
      {search !== null && (
        <Suspense fallback={null}>
          <ComboboxPanel
            id={panelId}
            anchor={box}
            button={button}
            options={options}
            values={values}
            search={search}
            searchPlaceholder={props.searchPlaceholder}
            remote={false}
            source={props.source}
            onSearch={setSearch}
            onChoose={(value) =>
              onChange(values.includes(value) ? values.filter((one) => one !== value) : [...values, value])
            }
            onClose={() => setSearch(null)}
          />
        </Suspense>
      )}
    </div>
  )
}
