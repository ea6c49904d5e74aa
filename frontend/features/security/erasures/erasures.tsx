import { Eraser, Search, Timer } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { type Erasure, erasures } from '../../../../shared/api/erasures.ts'
import { customerIdIn } from '../../../../shared/customer-id.ts'
import { personOptionsOf } from '../../../domains/people.ts'
import { formatDate, fullNameOf } from '../../../lib/format.ts'
import { useCommand } from '../../../lib/query.ts'
import { showFailure } from '../../../records/failure.ts'
import { RecordList } from '../../../records/list/record-list.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { Combobox } from '../../../ui/choices/combobox.tsx'
import { Confirm } from '../../../ui/dialogs/alert-dialog.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import { Card } from '../../../ui/display/card.tsx'
import { Field } from '../../../ui/fields/field.tsx'
import { TextInput } from '../../../ui/fields/text-input.tsx'
import { Grid } from '../../../ui/layout/grid.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { toast } from '../../../ui/messages/toast.ts'
import { onDemand } from '../../../ui/on-demand.tsx'
import { CardRow } from '../../../ui/table/data-table-card.tsx'
import type { Column } from '../../../ui/table/data-table-types.ts'
import { usePeople } from '../api.ts'
import styles from '../security.module.css'
import { useErasures } from './api.ts'
import { FoundCard } from './found-card.tsx'
import { states, stayText, summaryOf, typeLabels } from './words.ts'

const RetentionDialog = onDemand(() => import('./retention-dialog.tsx').then((m) => m.RetentionDialog))

/** Shows everything about a customer or user, hands it over in one file, and erases it; lists the erasures. */
export function Erasures() {
  const [params, setParams] = useSearchParams()
  const about = params.get('about') ?? ''
  return (
    <>
      <Stack gap={12} className={styles.page}>
        <Text as="p" size={13} color="muted">
          Geef een klant of medewerker inzage, of wis de gegevens. Importbestanden verdwijnen na 30 dagen.
          Reservekopieën verdwijnen na 35 dagen, systeemlogboeken na 90. Gesloten telefoonnummers blijven gesloten.
        </Text>
        <SearchCard onFound={(next) => setParams({ tab: 'persoonsgegevens', about: next })} />
        {about !== '' && <FoundCard key={about} about={about} />}
        <RetentionButton />
      </Stack>
      <ErasureList />
    </>
  )
}

function RetentionButton() {
  const [open, setOpen] = useState(false)
  return (
    <Row>
      <Button icon={<Timer />} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Bewaartermijnen
      </Button>
      {open && <RetentionDialog onClose={() => setOpen(false)} />}
    </Row>
  )
}

function SearchCard({ onFound }: { readonly onFound: (about: string) => void }) {
  const people = usePeople()
  const [text, setText] = useState('')
  const [error, setError] = useState<string | undefined>()

  function search(event: FormEvent): void {
    event.preventDefault()
    const id = customerIdIn(text)
    setError(id === null ? 'Vul een telefoonnummer, e-mailadres, of postcode en huisnummer in' : undefined)
    if (id !== null) onFound(id)
  }
  return (
    <Card title="Gegevens van een klant of medewerker">
      <Grid least={300} gap={12}>
        <form onSubmit={search} noValidate>
          <Field label="Klant" hint="Nummer, e-mailadres, of postcode en huisnummer." error={error}>
            <Row gap={8}>
              <TextInput value={text} onChange={setText} enterKeyHint="search" maxLength={200} />
              <Button type="submit" icon={<Search />}>
                Gegevens zoeken
              </Button>
            </Row>
          </Field>
        </form>
        <Field label="Medewerker">
          <Combobox
            value={undefined}
            onChange={(id) => id && onFound(id)}
            options={personOptionsOf(people)}
            placeholder="Kies een medewerker"
            searchPlaceholder="Zoek een medewerker"
          />
        </Field>
      </Grid>
    </Card>
  )
}

const columnsOf = (onWithdraw: (erasure: Erasure) => void): Column<Erasure>[] => [
  { id: 'who', header: 'Van', cell: ({ name }) => name ?? <span className="pv-soft">Gewist</span> },
  { id: 'state', header: 'Status', width: 136, cell: (row) => <State erasure={row} /> },
  { id: 'what', header: 'Gegevens', cell: (row) => <Items erasure={row} /> },
  { id: 'due', header: 'Volgende nacht', width: 132, cell: ({ dueOn }) => dueOn && formatDate(dueOn) },
  { id: 'by', header: 'Gevraagd door', width: 168, dropOrder: 1, cell: ({ askedBy }) => fullNameOf(askedBy) },
  {
    id: 'actions',
    header: 'Acties',
    headerHidden: true,
    width: 120,
    align: 'end',
    cell: (row) => <Withdraw erasure={row} onWithdraw={onWithdraw} />,
  },
]

function ErasureList() {
  const list = useErasures()
  const [leaving, setLeaving] = useState<Erasure | null>(null)
  const withdraw = useCommand(erasures.withdraw)

  async function confirm({ id }: Erasure): Promise<void> {
    try {
      await withdraw.mutateAsync({ params: { id } })
    } catch (error) {
      showFailure(error, { title: 'Intrekken is niet gelukt' })
      throw error
    }
    toast({ title: 'Wissen ingetrokken' })
  }
  return (
    <>
      <RecordList
        list={list}
        columns={columnsOf(setLeaving)}
        noun={{ one: 'verwijdering', many: 'verwijderingen' }}
        card={(row) => (
          <Stack gap={6}>
            <CardRow title={row.name ?? 'Gewist'} meta={summaryOf(row)} badge={<State erasure={row} />} />
            <Items erasure={row} />
          </Stack>
        )}
        cardActions={(row) => <Withdraw erasure={row} onWithdraw={setLeaving} />}
        empty={{
          icon: <Eraser />,
          title: 'Nog niets gewist',
          text: 'Zoek een klant of medewerker om gegevens te wissen.',
        }}
      />
      {leaving && (
        <Confirm
          onOpenChange={() => setLeaving(null)}
          title={`Wissen van ${leaving.name ?? 'deze gegevens'} intrekken?`}
          description={`${leaving.items.length} gegevens blijven dan staan.`}
          confirmText="Intrekken"
          tone="primary"
          onConfirm={() => confirm(leaving)}
        />
      )}
    </>
  )
}

const State = ({ erasure }: { readonly erasure: Erasure }) => (
  <Badge tone={states[erasure.state].tone}>{states[erasure.state].label}</Badge>
)

/** Shows how many records were erased, and what stayed and why. */
function Items({ erasure }: { readonly erasure: Erasure }) {
  const staying = erasure.items.flatMap(({ type, date, outcome, until, why }) =>
    outcome === 'name' || outcome === 'all'
      ? [`${typeLabels[type]} van ${formatDate(date)}: ${stayText({ what: outcome, until, why: why ?? '' })}`]
      : [],
  )
  return (
    <span {...(staying.length > 0 ? { 'data-tip': staying.join('\n') } : {})}>
      {summaryOf(erasure)}
      {staying.map((text) => (
        <span key={text} className="pv-soft">
          {' · '}
          {text}
        </span>
      ))}
    </span>
  )
}

interface WithdrawProps {
  readonly erasure: Erasure
  readonly onWithdraw: (erasure: Erasure) => void
}

const Withdraw = ({ erasure, onWithdraw }: WithdrawProps) =>
  erasure.state === 'waiting' && (
    <Button size="small" aria-label={`Wissen van ${erasure.name} intrekken`} onClick={() => onWithdraw(erasure)}>
      Intrekken
    </Button>
  )
