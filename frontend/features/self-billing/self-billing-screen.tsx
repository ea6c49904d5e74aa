import { Plus, Settings } from 'lucide-react'
import { lazy, Suspense } from 'react'
import * as z from 'zod'
import { useUrlFilter } from '../../lib/url-filter.ts'
import { Button } from '../../ui/button.tsx'
import { FilterBar, FilterSearch } from '../../ui/filter-bar.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Screen } from '../../ui/screen.tsx'
import { useIsPhone } from '../../ui/use-media.ts'
import { PartnerCards } from './partner-cards.tsx'
import './self-billing.css'
import { NEW, useOpened } from './use-opened.ts'

const PartnerDialog = lazy(() => import('./one-partner.tsx').then((m) => ({ default: m.OnePartner })))
const SettingsDialog = lazy(() => import('./settings-dialog.tsx').then((m) => ({ default: m.SettingsDialog })))

const Search = z.object({ q: z.string().trim().max(100) })

/** Partner companies in whose name we make invoices (spec §2, Self-billing). */
export function SelfBillingScreen() {
  const { filter, setFilter, resetFilter } = useUrlFilter(Search)
  const { opened, origin, open, close } = useOpened()
  const isPhone = useIsPhone()
  return (
    <Screen
      title="Self-billing"
      kind="list"
      toolbar={
        <FilterBar>
          <FilterSearch value={filter.q ?? ''} onChange={(q) => setFilter({ q })} placeholder="Zoek partner" />
        </FilterBar>
      }
      actions={
        <>
          {isPhone ? (
            <IconButton label="Instellingen" icon={<Settings />} onClick={() => open('instellingen')} />
          ) : (
            <Button icon={<Settings />} onClick={() => open('instellingen')}>
              Instellingen
            </Button>
          )}
          <Button tone="primary" icon={<Plus />} onClick={() => open('partner', NEW)}>
            Nieuwe partner
          </Button>
        </>
      }
    >
      <PartnerCards q={filter.q} onReset={resetFilter} onEdit={({ id }) => open('partner', id)} />
      <Suspense fallback={null}>
        {opened?.name === 'partner' && (
          <PartnerDialog key={opened.value} id={opened.value} returnFocus={origin} onClose={close} />
        )}
        {opened?.name === 'instellingen' && <SettingsDialog returnFocus={origin} onClose={close} />}
      </Suspense>
    </Screen>
  )
}
