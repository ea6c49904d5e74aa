import { Plus } from 'lucide-react'
import { costs } from '../../../../shared/api/costs.ts'
import { type UserRate, userRate } from '../../../../shared/costs/record.ts'
import { formatRatePeriod, RateList } from '../../../domains/rate-list.tsx'
import { formatDate, formatMoney } from '../../../lib/format.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { today } from '../../../ui/dates/calendar-days.ts'
import { Dialog, DialogBody, DialogFooter } from '../../../ui/dialogs/dialog.tsx'
import type { Returning } from '../../../ui/dialogs/return-focus.ts'
import { Badge } from '../../../ui/display/badge.tsx'
import { EmptyState } from '../../../ui/messages/empty-state.tsx'
import { isEffectiveOn, type PersonRates } from './rates.ts'

interface RatesDialogProps extends Returning {
  readonly userId: string
  readonly person: PersonRates | undefined
  /** Edits a rate; null adds a new one. */
  readonly onEdit: (rate: UserRate | null) => void
}

/** Shows all hourly rates of a person, newest first. */
export function RatesDialog({ person, returnFocus, onEdit, onClose }: RatesDialogProps) {
  const rates = person?.rates ?? []
  return (
    <Dialog
      onOpenChange={onClose}
      returnFocus={returnFocus}
      title={`Tarieven van ${person?.name ?? ''}`}
      description="Wat een uur kost. Bestaande uren houden hun tarief."
      forReading
    >
      <DialogBody>
        {rates.length === 0 ? (
          <EmptyState title="Nog geen tarieven" text="Zonder tarief kosten uren niets." />
        ) : (
          <RateList
            rates={rates}
            rowOf={rowOf}
            noun={userRate.noun}
            onEdit={onEdit}
            removeEndpoint={costs.deleteRate}
            questionOf={(rate) => ({
              named: formatMoney(rate.hourlyRate),
              description: `${periodOf(rate)}. Bestaande uren houden dit tarief.`,
            })}
          />
        )}
      </DialogBody>
      <DialogFooter>
        <Button tone="primary" icon={<Plus />} onClick={() => onEdit(null)}>
          Tarief toevoegen
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

const periodOf = ({ effectiveFrom, effectiveTo }: UserRate) => formatRatePeriod(effectiveFrom, effectiveTo)

const rowOf = (rate: UserRate) => ({
  id: rate.id,
  title: periodOf(rate),
  badge: badgeOf(rate),
  detail: '',
  amount: rate.hourlyRate,
  label: `vanaf ${formatDate(rate.effectiveFrom)}`,
})

function badgeOf(rate: UserRate) {
  const day = today()
  if (isEffectiveOn(rate, day)) return <Badge tone="ok">Nu</Badge>
  return rate.effectiveFrom > day ? <Badge tone="info">Gaat nog in</Badge> : null
}
