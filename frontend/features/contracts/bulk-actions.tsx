import { Building2, CircleDot, UserRound } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { contracts } from '../../../shared/api/contracts.ts'
import { type SalesStatus, salesStatuses, salesStatusLabels } from '../../../shared/api/parts/statuses.ts'
import { MOST_CONTRACTS } from '../../../shared/api/schemas/contracts.ts'
import type { Contract } from '../../../shared/contracts/schemas.ts'
import { formatNumber } from '../../lib/format.ts'
import { useCommand } from '../../lib/query.ts'
import { useActionFromAddress } from '../../lib/use-action-from-address.ts'
import { BulkQuestion } from '../../records/runs/bulk-run.tsx'
import { useBulkChange } from '../../records/runs/use-run.ts'
import { Field } from '../../ui/fields/field.tsx'
import { TextArea } from '../../ui/fields/text-area.tsx'
import { onDemand } from '../../ui/on-demand.tsx'
import { BulkAction } from '../../ui/table/bulk-bar.tsx'
import { contractNoun } from './api.ts'

const ChoicePanel = onDemand(() => import('../../ui/menus/choice-panel.tsx').then((m) => m.ChoicePanel))
const LegalForms = onDemand(() => import('../../domains/contact/legal-forms.tsx').then((m) => m.LegalForms))
const DealDialog = onDemand(() => import('./distribute-dialog.tsx').then((m) => m.DistributeDialog))

interface BulkActionsProps {
  readonly selected: readonly Contract[]
  readonly clear: () => void
}

const choices = salesStatuses.map((value) => ({ value, label: salesStatusLabels[value], tone: 'neutral' as const }))

type WantedChange = { salesStatus: SalesStatus; notes?: string } | { agentIds: string[] }

/**
 * Shows the actions on the selected contracts: change the status, and assign. Each is a background run that can be
 * undone.
 */
export function BulkActions({ selected, clear }: BulkActionsProps) {
  const button = useRef<HTMLButtonElement>(null)
  const panelId = useId()
  const [open, setOpen] = useState<'status' | 'deal' | 'forms' | null>(null)
  const [status, setStatus] = useState<SalesStatus | null>(null)
  const [notes, setNotes] = useState('')
  const bulk = useBulkChange<WantedChange>(useCommand(contracts.changeMany), {
    ...{ most: MOST_CONTRACTS, noun: contractNoun, onBegun: clear },
    failure: { title: 'Update mislukt', fallback: 'De contracten konden niet worden gewijzigd.' },
  })
  const close = () => setOpen(null)
  const ask = (what: 'status' | 'deal') => bulk.fits(selected) && setOpen(what)
  useActionFromAddress('verdelen', () => ask('deal'))

  return (
    <>
      <BulkAction
        ref={button}
        icon={<CircleDot aria-hidden="true" />}
        busy={bulk.isPending}
        onClick={() => ask('status')}
      >
        Status
      </BulkAction>
      <BulkAction icon={<UserRound aria-hidden="true" />} busy={bulk.isPending} onClick={() => ask('deal')}>
        Toewijzen
      </BulkAction>
      <BulkAction icon={<Building2 aria-hidden="true" />} onClick={() => setOpen('forms')}>
        Rechtsvorm
      </BulkAction>
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
      {open === 'forms' && <LegalForms rows={selected} onDone={clear} onClose={close} />}
      {open === 'deal' && (
        <DealDialog
          selected={selected}
          onDistribute={(rows, agentIds) => bulk.change(rows, { agentIds: [...agentIds] })}
          onClose={close}
        />
      )}
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
          onConfirm={() => bulk.change(selected, { salesStatus: status, ...(notes.trim() !== '' && { notes }) })}
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
