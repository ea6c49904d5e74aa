import { GitCompareArrows, X } from 'lucide-react'
import { useId } from 'react'
import { reportPeriodText } from '../../../shared/ledger/report-period.ts'
import { AgentFilter, TeamFilter } from '../../domains/people-filters.tsx'
import { officeOptions } from '../../domains/people-labels.ts'
import { providerOptions } from '../../domains/sales.ts'
import { useUser } from '../../lib/session.ts'
import { bindFilter } from '../../lib/url-filter.ts'
import { FilterButton } from '../../records/list/filter-button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Select } from '../../ui/choices/select.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Row } from '../../ui/layout/layout.tsx'
import { FilterBar, FilterReset } from '../../ui/table/filter-bar.tsx'
import { useIsPhone } from '../../ui/use-media.ts'
import { findComparisonPeriod, type ReportAddress } from './address.ts'
import { PeriodFilter } from './period-filter.tsx'
import styles from './reports.module.css'

interface ReportFiltersProps {
  readonly address: ReportAddress
}

/**
 * Shows the filters of the report: period, agent, provider and the period to compare with, for admins also office and
 * team. On a phone all but the period are behind one button.
 */
export function ReportFilters({ address }: ReportFiltersProps) {
  const { report, setFilter, isNarrowed, resetFilter } = address
  const isPhone = useIsPhone()
  const count = [report.office, report.teamId, report.userId, report.provider].filter(Boolean).length
  if (isPhone) {
    return (
      <FilterBar>
        <PeriodFilter address={address} />
        <FilterButton count={count} filtered={isNarrowed} onReset={resetFilter} show="Toon rapport">
          <ScopeFilters address={address} />
          <ComparisonSelect address={address} />
        </FilterButton>
      </FilterBar>
    )
  }
  return (
    <FilterBar>
      <PeriodFilter address={address} />
      <ScopeFilters address={address} />
      <ComparisonSelect address={address} />
      {isNarrowed && <FilterReset onClick={() => setFilter({ office: '', teamId: '', userId: '', provider: '' })} />}
    </FilterBar>
  )
}

function ScopeFilters({ address: { report, setFilter } }: ReportFiltersProps) {
  const bind = bindFilter({ filter: report, setFilter })
  const { role } = useUser()
  return (
    <>
      {role === 'admin' && (
        <>
          <Select aria-label="Kantoor" {...bind('office')} options={officeOptions} placeholder="Alle kantoren" />
          <TeamFilter {...bind('teamId')} />
        </>
      )}
      <AgentFilter {...bind('userId')} />
      <Select
        aria-label="Leverancier"
        {...bind('provider')}
        options={providerOptions}
        placeholder="Alle leveranciers"
      />
    </>
  )
}

/** Shows the choice of the period to compare with; the user can also choose none. */
function ComparisonSelect({ address: { period, compare, setFilter } }: ReportFiltersProps) {
  const id = useId()
  const isOn = compare !== 'none'
  const nameOf = (one: 'previous' | 'year') => reportPeriodText(findComparisonPeriod(period, one))
  return (
    <Row as="span" gap={4} className={classNames(styles.compare, isOn && styles.compareOn)}>
      <GitCompareArrows aria-hidden="true" size={16} />
      <label htmlFor={id} className="pv-hidden">
        Vergelijken met
      </label>
      <select
        id={id}
        value={compare}
        onChange={({ target }) => setFilter({ compare: target.value === 'previous' ? '' : target.value })}
      >
        <option value="previous">Vergelijk: {nameOf('previous')}</option>
        <option value="year">Vergelijk: {nameOf('year')}</option>
        <option value="none">Niet vergelijken</option>
      </select>
      {isOn && (
        <IconButton size="small" label="Niet vergelijken" icon={<X />} onClick={() => setFilter({ compare: 'none' })} />
      )}
    </Row>
  )
}
