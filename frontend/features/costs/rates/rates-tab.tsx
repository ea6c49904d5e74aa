import { Clock, History, Plus } from 'lucide-react'
import { useCallback, useMemo, useRef, useState } from 'react'
import * as z from 'zod'
import type { UserRate } from '../../../../shared/costs/record.ts'
import { useColleagues } from '../../../domains/people.ts'
import { formatDate, formatMoney } from '../../../lib/format.ts'
import { useListAddress } from '../../../records/list/list-address.ts'
import { RecordList } from '../../../records/list/record-list.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { Person } from '../../../ui/display/avatar.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import { ScreenBar } from '../../../ui/frame/screen.tsx'
import { onDemand } from '../../../ui/on-demand.tsx'
import { CardRow } from '../../../ui/table/data-table-card.tsx'
import type { Column } from '../../../ui/table/data-table-types.ts'
import { FilterBar, FilterSearch } from '../../../ui/table/filter-bar.tsx'
import { useRates } from '../api.ts'
import { findPeopleWithRates, type PersonRates } from './rates.ts'

const RatesDialog = onDemand(() => import('./rates-dialog.tsx').then((m) => m.RatesDialog))
const RateDialog = onDemand(() => import('./rate-dialog.tsx').then((m) => m.RateDialog))

const RatesFilter = z.object({ q: z.string().max(100) })

type Opened =
  | { readonly what: 'history'; readonly userId: string }
  | { readonly what: 'form'; readonly userId: string; readonly rate: UserRate | null; readonly isWithin: boolean }

/** Shows the list of people with their hourly rate, its first day, and the next rate. */
export function RatesTab() {
  const address = useListAddress(RatesFilter, [])
  const { q } = address.filter
  const people = useColleagues()
  const rates = useRates()
  const [opened, setOpened] = useState<Opened | null>(null)
  const origin = useRef<HTMLElement | null>(null)
  const data = useMemo(
    () => (people.data && rates.data ? findPeopleWithRates(people.data, rates.data, q) : undefined),
    [people.data, rates.data, q],
  )
  const open = useCallback((next: Opened) => {
    origin.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
    setOpened(next)
  }, [])
  const columns = useMemo(() => columnsOf((row) => open({ what: 'history', userId: row.id })), [open])

  const failed = people.isError ? people : rates
  return (
    <>
      <ScreenBar
        toolbar={
          <FilterBar>
            <FilterSearch
              value={q ?? ''}
              onChange={(text) => address.setFilter({ q: text })}
              placeholder="Zoek medewerker"
            />
          </FilterBar>
        }
        actions={
          <Button
            tone="primary"
            icon={<Plus />}
            onClick={() => open({ what: 'form', userId: '', rate: null, isWithin: false })}
          >
            Tarief toevoegen
          </Button>
        }
      />
      <RecordList
        list={{
          data,
          isPending: data === undefined,
          isError: people.isError || rates.isError,
          error: failed.error,
          refetch: () => Promise.all([people.refetch(), rates.refetch()]),
        }}
        columns={columns}
        noun={{ one: 'medewerker', many: 'medewerkers' }}
        label="Tarieven"
        card={(row) => <RateCard row={row} />}
        onOpen={({ id }) => open({ what: 'history', userId: id })}
        summary={(rows) => withoutText(rows)}
        empty={{ icon: <Clock />, title: 'Nog geen medewerkers', text: 'Voeg eerst iemand toe bij Gebruikers.' }}
        notFound="Geen medewerkers gevonden"
        address={address}
      />
      {opened?.what === 'history' && (
        <RatesDialog
          userId={opened.userId}
          person={data?.find(({ id }) => id === opened.userId)}
          returnFocus={origin}
          onEdit={(rate) => setOpened({ what: 'form', userId: opened.userId, rate, isWithin: true })}
          onClose={() => setOpened(null)}
        />
      )}
      {opened?.what === 'form' && (
        <RateDialog
          rate={opened.rate}
          userId={opened.userId}
          returnFocus={origin}
          onClose={() => setOpened(opened.isWithin ? { what: 'history', userId: opened.userId } : null)}
        />
      )}
    </>
  )
}

/** Returns the number of people without a rate today: `3 zonder tarief`. An empty text for none. */
function withoutText(rows: readonly PersonRates[]): string {
  const count = rows.filter(({ now }) => !now).length
  return count === 0 ? '' : `${count} zonder tarief`
}

const nextText = ({ next, now }: PersonRates): string => {
  if (next) return `${formatMoney(next.hourlyRate)} vanaf ${formatDate(next.effectiveFrom)}`
  return now?.effectiveTo ? `Eindigt op ${formatDate(now.effectiveTo)}` : ''
}

const columnsOf = (onOpen: (row: PersonRates) => void): Column<PersonRates>[] => [
  {
    id: 'name',
    header: 'Medewerker',
    least: 180,
    cell: ({ id, name }) => <Person id={id} name={name} />,
    sortBy: ({ name }) => name,
  },
  { id: 'role', header: 'Rol', width: 140, dropOrder: 1, cell: ({ hint }) => <span className="pv-soft">{hint}</span> },
  {
    id: 'rate',
    header: 'Tarief per uur',
    width: 150,
    align: 'end',
    cell: ({ now }) =>
      now ? <span className="pv-strong">{formatMoney(now.hourlyRate)}</span> : <Badge tone="warn">Geen tarief</Badge>,
    sortBy: ({ now }) => now?.hourlyRate,
  },
  {
    id: 'since',
    header: 'Sinds',
    width: 130,
    dropOrder: 2,
    cell: ({ now }) => (now ? formatDate(now.effectiveFrom) : ''),
    sortBy: ({ now }) => now?.effectiveFrom,
  },
  { id: 'next', header: 'Volgende wijziging', least: 190, cell: nextText },
  {
    id: 'history',
    header: 'Acties',
    headerHidden: true,
    width: 56,
    cell: (row) => (
      <IconButton size="small" label={`Tarieven van ${row.name}`} icon={<History />} onClick={() => onOpen(row)} />
    ),
  },
]

function RateCard({ row }: { readonly row: PersonRates }) {
  const { id, name, hint, now } = row
  const since = now && `Sinds ${formatDate(now.effectiveFrom)}`
  return (
    <CardRow
      title={<Person id={id} name={name} />}
      meta={[hint, since, nextText(row)].filter(Boolean).join(' · ')}
      end={now ? formatMoney(now.hourlyRate) : undefined}
      badge={now ? undefined : <Badge tone="warn">Geen tarief</Badge>}
    />
  )
}
