import { useState } from 'react'
import { marketLabels } from '../../../shared/api/parts/trade.ts'
import { type ContractFilter, NOBODY, urgencyFilters, urgencyLabels } from '../../../shared/api/schemas/contracts.ts'
import { CallFilter, withoutClosed } from '../../domains/contact/call-filter.tsx'
import { NO_TEAM, useAgentOptions } from '../../domains/people.ts'
import { TeamFilter } from '../../domains/people-filters.tsx'
import { bindFilter } from '../../lib/url-filter.ts'
import { useDebounced } from '../../lib/use-debounced.ts'
import { FilterButton } from '../../records/list/filter-button.tsx'
import { Combobox } from '../../ui/choices/combobox.tsx'
import { Select } from '../../ui/choices/select.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { FilterBar, FilterLine, FilterReset, FilterSearch } from '../../ui/table/filter-bar.tsx'
import { useIsPhone } from '../../ui/use-media.ts'
import { useSupplierOptions, useUploadOptions } from './api.ts'
import type { BoardAddress } from './board-address.ts'
import styles from './contracts.module.css'

const urgencies = urgencyFilters.map((value) => ({ value, label: urgencyLabels[value] }))
const markets = Object.entries(marketLabels).map(([value, label]) => ({ value, label }))
/**
 * Returns the filter that the board sends. It hides contracts whose phone number may not be called, unless the user
 * searches, chose an upload, or set the filter for such numbers.
 */
export const boardFilterOf = (filter: Partial<ContractFilter>): Partial<ContractFilter> =>
  filter.q || filter.uploadId ? filter : withoutClosed(filter)

interface BoardFiltersProps {
  readonly address: BoardAddress
}

/** Shows the filters of the board: text and urgency directly (on a phone only text), others behind a button. */
export function BoardFilters({ address }: BoardFiltersProps) {
  const { filter, filtered, resetFilter } = address
  const isPhone = useIsPhone()
  const { q, urgency, ...more } = filter
  const behind = isPhone ? { urgency, ...more } : more
  const count = Object.values(behind).filter((value) => value !== undefined).length
  return (
    <FilterLine className={styles.filters}>
      <FilterBar>
        <FilterSearch value={q ?? ''} onChange={address.search} placeholder="Zoek een klant of EAN" />
        {!isPhone && <UrgencyFilter address={address} />}
        <FilterButton count={count} filtered={filtered} onReset={resetFilter} show="Toon contracten">
          {isPhone && <UrgencyFilter address={address} />}
          <MoreFilters address={address} />
        </FilterButton>
        {filtered && !isPhone && <FilterReset onClick={resetFilter} />}
      </FilterBar>
    </FilterLine>
  )
}

function UrgencyFilter({ address }: BoardFiltersProps) {
  return (
    <Field label="Urgentie" labelHidden>
      <Select {...bindFilter(address)('urgency')} options={urgencies} placeholder="Alle urgenties" />
    </Field>
  )
}

function MoreFilters({ address: { filter, setFilter } }: BoardFiltersProps) {
  const bind = bindFilter({ filter, setFilter })
  const agents = useAgentOptions(filter.agentId)
  const suppliers = useSupplierOptions(filter.provider)
  const [sought, setSought] = useState('')
  const uploads = useUploadOptions(useDebounced(sought.trim()), filter.uploadId)
  return (
    <>
      <Field label="Toegewezen aan">
        <Combobox
          {...bind('agentId')}
          options={[{ value: NOBODY, label: 'Niet toegewezen' }, ...agents.options]}
          source={agents.source}
          placeholder="Alle agenten"
          searchPlaceholder="Zoek een agent"
          clearable
        />
      </Field>
      <Field label="Team">
        <TeamFilter {...bind('teamId')} others={[NO_TEAM]} />
      </Field>
      <Field label="Leverancier">
        <Combobox
          {...bind('provider')}
          options={suppliers.options}
          source={suppliers.source}
          placeholder="Alle leveranciers"
          searchPlaceholder="Zoek een leverancier"
          clearable
        />
      </Field>
      <Field label="Markt">
        <Select {...bind('market')} options={markets} placeholder="Hele markt" />
      </Field>
      <CallFilter filter={filter} onChange={setFilter} showsAll={boardFilterOf(filter).doNotCall !== 'false'} />
      <Field label="Upload">
        <Combobox
          {...bind('uploadId')}
          options={uploads.options}
          chosen={uploads.chosen}
          source={uploads.source}
          onSearch={setSought}
          placeholder="Alle uploads"
          searchPlaceholder="Zoek een bestand"
          clearable
        />
      </Field>
    </>
  )
}
