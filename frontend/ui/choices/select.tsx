import { View } from '@aws-amplify/ui-react'
import { ChevronDown } from 'lucide-react'
import type { ChangeEvent, Ref } from 'react'
import { classNames } from '../class-names.ts'
import { useField } from '../fields/field.tsx'
import type { OptionSource } from './combobox-types.ts'

interface SelectOption<V extends string = string> {
  readonly value: V
  readonly label: string
  readonly disabled?: boolean
  /** Heading over the option, shared by all options of the group. */
  readonly group?: string
}

interface SelectProps<V extends string> {
  readonly value: V | '' | null | undefined
  readonly onChange: (value: V) => void
  readonly options: readonly SelectOption<V>[]
  /** First line, chosen while the value is empty; gives `''`. */
  readonly placeholder?: string
  /** Query that loads the options: the last lines show that it is loading or failed, and offer a retry. */
  readonly source?: OptionSource | undefined
  readonly onBlur?: () => void
  readonly name?: string
  readonly disabled?: boolean
  readonly className?: string
  readonly ref?: Ref<HTMLSelectElement>
  readonly 'aria-label'?: string
}

/** Value of the line that loads the options again; not a choice. */
const AGAIN = '~again'

/** Lets the user choose one of a few options, with the device's own list. For many options use `Combobox`. */
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
        className={classNames('pv-control', !value && placeholder !== undefined && 'pv-control-empty', className)}
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
