import { View } from '@aws-amplify/ui-react'
import { ChevronDown } from 'lucide-react'
import type { ChangeEvent, Ref } from 'react'
import { classNames } from './class-names.ts'
import type { OptionSource } from './combobox.tsx'
import { useField } from './field.tsx'

interface SelectOption<V extends string = string> {
  readonly value: V
  readonly label: string
  readonly disabled?: boolean
  /** The heading it stands under; options of one group follow one another. */
  readonly group?: string
}

interface SelectProps<V extends string> {
  readonly value: V | '' | null | undefined
  readonly onChange: (value: V) => void
  readonly options: readonly SelectOption<V>[]
  /** The first line, chosen while the value is empty; gives `''`. */
  readonly placeholder?: string
  /** What the options are read from: the last lines tell that it is read, or failed, and offer to try again. */
  readonly source?: OptionSource | undefined
  readonly onBlur?: () => void
  readonly name?: string
  readonly disabled?: boolean
  readonly className?: string
  readonly ref?: Ref<HTMLSelectElement>
  readonly 'aria-label'?: string
}

/** The line that reads the options anew; no choice. */
const AGAIN = '~again'

/** One of a few choices, with the device's own list; `Combobox` is for long ones. */
export function Select<V extends string>(props: SelectProps<V>) {
  const { value, onChange, options, placeholder, source, disabled, className, ...rest } = props
  const isLoading = Boolean(source?.isFetching && (source.isPending || source.isError))
  const { control } = useField()
  return (
    <div className="pv-select">
      <View
        {...rest}
        {...control}
        as="select"
        value={value ?? ''}
        isDisabled={disabled ?? false}
        className={classNames(
          'amplify-select',
          control['aria-invalid'] && 'amplify-select--error',
          'pv-control',
          !value && placeholder !== undefined && 'pv-control-empty',
          className,
        )}
        onChange={({ target }: ChangeEvent<HTMLSelectElement>) =>
          target.value === AGAIN ? source?.refetch() : onChange(target.value as V)
        }
      >
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {[...Map.groupBy(options, ({ group = '' }) => group)].map(([group, those]) =>
          group === '' ? (
            those.map(optionOf)
          ) : (
            <optgroup key={group} label={group}>
              {those.map(optionOf)}
            </optgroup>
          ),
        )}
        {isLoading && <option disabled>Laden…</option>}
        {source?.isError && !isLoading && (
          <optgroup label="Laden is niet gelukt">
            <option value={AGAIN}>Opnieuw proberen</option>
          </optgroup>
        )}
      </View>
      <ChevronDown aria-hidden="true" className="pv-select-arrow" />
    </div>
  )
}

const optionOf = <V extends string>({ value, label, disabled = false }: SelectOption<V>) => (
  <option key={value} value={value} disabled={disabled}>
    {label}
  </option>
)
