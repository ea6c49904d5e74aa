import { CircleDot, UserRound } from 'lucide-react'
import { lazy, Suspense, useId, useRef, useState } from 'react'
import {
  type Contract,
  MOST_CONTRACTS,
  type SalesStatus,
  salesStatuses,
  salesStatusLabels,
} from '../../../shared/contract/contracts.ts'
import { formatNumber } from '../../lib/format.ts'
import { BulkQuestion } from '../../records/bulk-run.tsx'
import { tellFailure } from '../../records/failure.ts'
import { useShownRun } from '../../records/use-run.ts'
import { BulkAction } from '../../ui/bulk-bar.tsx'
import { Field } from '../../ui/field.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { toast } from '../../ui/toast.ts'
import { contractNoun, useChangeMany } from './api.ts'

const ChoicePanel = lazy(() => import('../../ui/choice-panel.tsx').then((m) => ({ default: m.ChoicePanel })))
const DealDialog = lazy(() => import('./deal-dialog.tsx').then((m) => ({ default: m.DealDialog })))

interface BulkActionsProps {
  readonly selected: readonly Contract[]
  readonly clear: () => void
}

const choices = salesStatuses.map((value) => ({ value, label: salesStatusLabels[value], tone: 'neutral' as const }))

/** Changes several contracts in a run that goes on by itself and can be undone. */
export function BulkActions({ selected, clear }: BulkActionsProps) {
  const button = useRef<HTMLButtonElement>(null)
  const panelId = useId()
  const [open, setOpen] = useState<'status' | 'deal' | null>(null)
  const [status, setStatus] = useState<SalesStatus | null>(null)
  const [notes, setNotes] = useState('')
  const changeMany = useChangeMany()
  const shown = useShownRun()
  const close = () => setOpen(null)

  async function change(
    contracts: readonly Contract[],
    wish: { salesStatus: SalesStatus; notes?: string } | { agentIds: string[] },
  ): Promise<void> {
    const rows = contracts.map(({ id, version }) => ({ id, version }))
    try {
      const { id } = await changeMany.mutateAsync({ body: { rows, ...wish } })
      shown.start({ id, rows: rows.length })
      clear()
    } catch (error) {
      tellFailure(error, { title: 'Update mislukt', fallback: 'De contracten konden niet worden gewijzigd.' })
      throw error
    }
  }

  function ask(what: 'status' | 'deal'): void {
    if (selected.length <= MOST_CONTRACTS) setOpen(what)
    else toast({ title: `Kies hoogstens ${formatNumber(MOST_CONTRACTS)} contracten`, tone: 'info' })
  }

  return (
    <>
      <BulkAction
        ref={button}
        icon={<CircleDot aria-hidden="true" />}
        busy={changeMany.isPending}
        onClick={() => ask('status')}
      >
        Status
      </BulkAction>
      <BulkAction icon={<UserRound aria-hidden="true" />} busy={changeMany.isPending} onClick={() => ask('deal')}>
        Toewijzen
      </BulkAction>
      <Suspense fallback={null}>
        {open === 'status' && (
          <ChoicePanel
            id={panelId}
            anchor={button}
            label="Status van de selectie"
            value={null}
            choices={choices}
            onChoose={(next) => {
              close()
              setNotes('')
              setStatus(next as SalesStatus)
            }}
            onClose={close}
          />
        )}
        {open === 'deal' && (
          <DealDialog
            selected={selected}
            onDeal={(rows, agentIds) => change(rows, { agentIds: [...agentIds] })}
            onClose={close}
          />
        )}
      </Suspense>
      {status && (
        <BulkQuestion
          rows={selected}
          noun={contractNoun}
          title={
            selected.length === 1
              ? 'Status wijzigen?'
              : `Status van ${formatNumber(selected.length)} contracten wijzigen?`
          }
          nowOf={(row) => salesStatusLabels[row.salesStatus]}
          next={salesStatusLabels[status]}
          isFilled={notes.trim() !== ''}
          onConfirm={() => change(selected, { salesStatus: status, ...(notes.trim() !== '' && { notes }) })}
          onClose={() => setStatus(null)}
        >
          <Field label="Notities" hint="Overschrijft bestaande notities. Laat leeg om ze te houden.">
            <TextArea value={notes} onChange={setNotes} maxLength={2000} />
          </Field>
        </BulkQuestion>
      )}
    </>
  )
}
