import { FileText, LayoutGrid, Plus, Rows3, Settings } from 'lucide-react'
import type { ReactNode } from 'react'
import * as z from 'zod'
import { invoices } from '../../../shared/api/invoices.ts'
import { usePartners } from '../../domains/invoices/invoices.ts'
import { paths } from '../../domains/paths.ts'
import { usePreference } from '../../lib/preference.ts'
import { useUrlFilter } from '../../lib/url-filter.ts'
import { MoreMenu } from '../../records/list/more-menu.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { LinkButton } from '../../ui/buttons/link-button.tsx'
import { TabPanel, Tabs } from '../../ui/display/tabs.tsx'
import { Screen } from '../../ui/frame/screen.tsx'
import { EmptyState } from '../../ui/messages/empty-state.tsx'
import { onDemand } from '../../ui/on-demand.tsx'
import { FilterBar, FilterSearch } from '../../ui/table/filter-bar.tsx'
import { useIsPhone } from '../../ui/use-media.ts'
import { useInvoiceCounts } from './api.ts'
import { useInvoiceAddress } from './invoice-list/invoice-address.ts'
import { InvoiceCards } from './invoice-list/invoice-cards.tsx'
import { InvoiceFilters } from './invoice-list/invoice-filters.tsx'
import { InvoiceTable } from './invoice-list/invoice-table.tsx'
import { PartnerList } from './partners/partner-list.tsx'
import { NEW, useOpenedDialog } from './use-opened.ts'

const PartnerDialog = onDemand(() => import('./partners/partner-dialog-loader.tsx').then((m) => m.PartnerDialogLoader))
const InvoiceDialog = onDemand(() => import('./form/invoice-dialog-loader.tsx').then((m) => m.InvoiceDialogLoader))
const SettingsDialog = onDemand(() => import('./settings/settings-dialog.tsx').then((m) => m.SettingsDialog))

const Chosen = z.object({ tab: z.enum(['facturen', 'partners']) })

/**
 * Shows the screen 'Self-billing' (spec §2): the invoices that we create in the name of partners, and those partners.
 * One search covers both.
 */
export function InvoicesScreen() {
  const {
    filter: { tab = 'facturen' },
    setFilter: setTab,
  } = useUrlFilter(Chosen)
  const address = useInvoiceAddress()
  const { q } = address.filter
  const { opened, origin, open, close } = useOpenedDialog()
  const isPhone = useIsPhone()
  const [isCards, setCards] = usePreference('invoices-as-cards')
  const partners = usePartners(q)
  const isPartners = tab === 'partners'
  const counts = useInvoiceCounts({}, !isPartners)
  const isEmpty = isPartners
    ? q === undefined && partners.data?.length === 0
    : !address.filtered && counts.data?.all === 0
  const add = (
    <Button tone="primary" icon={<Plus />} onClick={() => open(isPartners ? 'partner' : 'factuur', NEW)}>
      {isPartners ? 'Nieuwe partner' : 'Nieuwe factuur'}
    </Button>
  )
  return (
    <Screen
      title="Self-billing"
      kind="list"
      toolbar={
        !isEmpty && (
          <FilterBar>
            <FilterSearch value={q ?? ''} onChange={address.search} placeholder="Zoek factuur of partner" />
          </FilterBar>
        )
      }
      actions={
        <>
          <MoreMenu
            exported={
              isPartners || isEmpty ? null : { name: 'facturen', endpoint: invoices.export, query: address.wanted }
            }
            actions={[
              !isPartners &&
                !isEmpty &&
                !isPhone && {
                  label: isCards ? 'Als tabel tonen' : 'Als kaarten tonen',
                  icon: isCards ? <Rows3 /> : <LayoutGrid />,
                  onSelect: () => setCards(!isCards),
                },
              { label: 'Instellingen', icon: <Settings />, onSelect: () => open('instellingen') },
            ]}
          />
          {!isEmpty && add}
        </>
      }
    >
      <Tabs
        value={tab}
        onChange={(next) => setTab({ tab: next === 'facturen' ? '' : next })}
        label="Self-billing"
        tabs={[
          { value: 'facturen', label: 'Facturen' },
          { value: 'partners', label: 'Partners', ...(partners.data ? { count: partners.data.length } : {}) },
        ]}
      >
        <TabPanel value="facturen">
          {!isEmpty && <InvoiceFilters address={address} />}
          {isEmpty ? (
            <NoInvoices add={add} />
          ) : isPhone || isCards ? (
            <InvoiceCards address={address} onEdit={({ id }) => open('factuur', id)} />
          ) : (
            <InvoiceTable address={address} onEdit={({ id }) => open('factuur', id)} />
          )}
        </TabPanel>
        <TabPanel value="partners">
          <PartnerList
            q={q}
            first={add}
            onReset={() => address.setFilter({ q: '' })}
            onEdit={({ id }) => open('partner', id)}
          />
        </TabPanel>
      </Tabs>
      {opened?.name === 'partner' && (
        <PartnerDialog key={opened.value} id={opened.value} returnFocus={origin} onClose={close} />
      )}
      {opened?.name === 'factuur' && (
        <InvoiceDialog
          key={opened.value}
          id={opened.value}
          returnFocus={origin}
          onNewPartner={() => open('partner', NEW)}
          onClose={close}
        />
      )}
      {opened?.name === 'instellingen' && <SettingsDialog returnFocus={origin} onClose={close} />}
    </Screen>
  )
}

/** Shows how the first invoices are made: by the monthly run, or one by hand. */
const NoInvoices = ({ add }: { readonly add: ReactNode }) => (
  <EmptyState
    icon={<FileText />}
    title="Nog geen facturen aangemaakt"
    text="De maandrun maakt facturen uit commissies."
    action={
      <>
        <LinkButton to={paths.monthlyRuns}>Naar de maandrun</LinkButton>
        {add}
      </>
    }
  />
)
