import type { InvoiceStatus } from '../../../../shared/api/parts/billing.ts'
import { invoiceStatusLabels, invoiceTypeLabels, invoiceTypes } from '../../../../shared/api/parts/billing.ts'
import { OVERDUE_LABEL } from '../../../../shared/invoices/choices.ts'
import { AcceptanceChips } from '../../../domains/invoices/acceptance-chips.tsx'
import { usePartners } from '../../../domains/invoices/invoices.ts'
import { AgentFilter } from '../../../domains/people-filters.tsx'
import { bindFilter } from '../../../lib/url-filter.ts'
import { ListFilters } from '../../../records/list/list-filters.tsx'
import { MonthFilter } from '../../../records/list/month-filter.tsx'
import { Combobox } from '../../../ui/choices/combobox.tsx'
import { Select } from '../../../ui/choices/select.tsx'
import { Strip } from '../../../ui/layout/strip.tsx'
import { FilterTabs } from '../../../ui/table/filter-bar.tsx'
import { useInvoiceCounts } from '../api.ts'
import styles from '../invoices.module.css'
import type { InvoiceAddress } from './invoice-address.ts'

interface InvoiceFiltersProps {
  readonly address: InvoiceAddress
}

/**
 * Shows the filters of the invoice list: status and answer of the partner with counts; month, partner, agent and type
 * are behind a button.
 */
export function InvoiceFilters({ address }: InvoiceFiltersProps) {
  const { status, filter, counted } = address
  const counts = useInvoiceCounts(counted)
  const of = (one: InvoiceStatus) => counts.data?.statuses[one] ?? undefined
  const { q: _, status: __, acceptance, ...more } = filter
  const count = Object.keys(more).length
  const answers = counts.data?.acceptance
  // Beside concepts only the answers that ask for something are shown.
  const isAnswered = status !== 'concept' && status !== 'cancelled'
  return (
    <Strip className={styles.filters}>
      <FilterTabs
        label="Status"
        value={status}
        onChange={address.chooseStatus}
        options={[
          { value: 'concept', label: invoiceStatusLabels.concept, count: of('concept') },
          { value: 'in_behandeling', label: invoiceStatusLabels.in_behandeling, count: of('in_behandeling') },
          { value: 'overdue', label: OVERDUE_LABEL, count: counts.data?.overdue ?? undefined },
          { value: 'betaald', label: invoiceStatusLabels.betaald, count: of('betaald') },
          { value: 'cancelled', label: invoiceStatusLabels.cancelled, count: of('cancelled') },
          { value: 'alle', label: 'Alle', count: counts.data?.all ?? undefined },
        ]}
        source={counts}
      />
      <ListFilters
        address={address}
        count={count + (acceptance === undefined ? 0 : 1)}
        show="Toon facturen"
        rest={{
          count,
          fields: (
            <MoreFilters address={address} hasCredits={filter.type !== undefined || counts.data?.creditNotes !== 0} />
          ),
        }}
      >
        <AcceptanceChips
          value={acceptance}
          onChange={address.chooseAcceptance}
          counts={isAnswered || !answers ? answers : { ...answers, accepted: 0, silent: 0 }}
        />
      </ListFilters>
    </Strip>
  )
}

const typeOptions = invoiceTypes.map((value) => ({ value, label: invoiceTypeLabels[value] }))

interface MoreFiltersProps extends InvoiceFiltersProps {
  /** Set when there are credit notes, so that a choice of the type makes a difference. */
  readonly hasCredits: boolean
}

function MoreFilters({ address: { filter, setFilter }, hasCredits }: MoreFiltersProps) {
  const bind = bindFilter({ filter, setFilter })
  const partners = usePartners(undefined)
  return (
    <>
      <MonthFilter value={filter} onChange={setFilter} />
      <Combobox
        aria-label="Partner"
        {...bind('partnerCompanyId')}
        options={(partners.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        source={partners}
        placeholder="Alle partners"
        searchPlaceholder="Zoek een partner"
        clearable
      />
      <AgentFilter {...bind('assignedUserId')} />
      {hasCredits && <Select aria-label="Soort" {...bind('type')} options={typeOptions} placeholder="Alle soorten" />}
    </>
  )
}
