import { oversees } from '../../../shared/access.ts'
import { officeLabels } from '../../../shared/api/parts/fields.ts'
import { marketLabels } from '../../../shared/api/parts/trade.ts'
import { agreementFilterLabels, type SaleFilter } from '../../../shared/api/schemas/sales.ts'
import { COUNTED_SALES } from '../../../shared/sales/choices.ts'
import { AgentFilter, TeamFilter } from '../../domains/people-filters.tsx'
import { providerOptions, saleStatusOptions } from '../../domains/sales.ts'
import { useUser } from '../../lib/session.ts'
import { bindFilter } from '../../lib/url-filter.ts'
import type { ListAddress } from '../../records/list/list-address.ts'
import { ListFilters } from '../../records/list/list-filters.tsx'
import { MonthFilter } from '../../records/list/month-filter.tsx'
import { Select } from '../../ui/choices/select.tsx'
import { FilterSearch, FilterToggle } from '../../ui/table/filter-bar.tsx'

interface SaleFiltersProps {
  readonly address: ListAddress<SaleFilter>
}

/**
 * Shows the filters of the list of sales; only supervisors filter by agent, only admins by team. On a phone all but the
 * search field are behind one button.
 */
export function SaleFilters({ address }: SaleFiltersProps) {
  const { q, ...others } = address.filter
  return (
    <ListFilters
      address={address}
      count={Object.keys(others).length}
      show="Toon sales"
      first={
        <FilterSearch
          value={q ?? ''}
          onChange={(text) => address.setFilter({ q: text })}
          placeholder="Zoek klant of SalesDock ID"
        />
      }
    >
      <MoreFilters {...address} />
    </ListFilters>
  )
}

const statusOptions = [{ value: COUNTED_SALES, label: 'Alle behalve afgewezen' }, ...saleStatusOptions]
const marketOptions = Object.entries(marketLabels).map(([value, label]) => ({ value, label }))
/** Returns the filters about bedenktijd; that of the report only while it is active. */
const agreementOptionsWith = (active: string | undefined) =>
  Object.entries(agreementFilterLabels)
    .filter(([value]) => value !== 'counted' || value === active)
    .map(([value, label]) => ({ value, label }))

function MoreFilters({ filter, setFilter }: FilterPart) {
  const bind = bindFilter({ filter, setFilter })
  const { role } = useUser()
  return (
    <>
      <MonthFilter value={filter} onChange={setFilter} />
      <Select aria-label="Status" {...bind('status')} options={statusOptions} placeholder="Alle statussen" />
      <Select
        aria-label="Leverancier"
        {...bind('provider')}
        options={providerOptions}
        placeholder="Alle leveranciers"
      />
      <Select aria-label="Markt" {...bind('market')} options={marketOptions} placeholder="Hele markt" />
      <Select
        aria-label="Bedenktijd"
        {...bind('agreement')}
        options={agreementOptionsWith(filter.agreement)}
        placeholder="Elke bedenktijd"
      />
      {oversees(role) && <AgentFilter {...bind('agentId')} />}
      {role === 'admin' && <TeamFilter {...bind('teamId')} />}
      <SaleLinkFilters filter={filter} setFilter={setFilter} />
    </>
  )
}

/** Shows a toggle for each filter of sales that only the report sets, so that the user can clear it. */
function SaleLinkFilters({ filter: { office, approved }, setFilter }: FilterPart) {
  return (
    <>
      {office && (
        <FilterToggle value onChange={() => setFilter({ office: '' })}>
          {officeLabels[office]}
        </FilterToggle>
      )}
      {approved && (
        <FilterToggle value onChange={() => setFilter({ approved: '' })}>
          Goedgekeurd
        </FilterToggle>
      )}
    </>
  )
}

type FilterPart = Pick<ListAddress<SaleFilter>, 'filter' | 'setFilter'>
