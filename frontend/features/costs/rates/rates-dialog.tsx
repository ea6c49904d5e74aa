import { Pencil, Plus, Trash2 } from 'lucide-react'
import { type RefObject, useState } from 'react'
import type { UserRate } from '../../../../shared/contract/schemas/costs.ts'
import { formatDate, formatMoney } from '../../../lib/format.ts'
import { tellFailure } from '../../../records/failure.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { today } from '../../../ui/dates/calendar-days.ts'
import { Confirm } from '../../../ui/dialogs/alert-dialog.tsx'
import { Dialog, DialogBody, DialogClose, DialogFooter } from '../../../ui/dialogs/dialog.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import { RowList } from '../../../ui/display/row-list.tsx'
import { Row } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { EmptyState } from '../../../ui/messages/empty-state.tsx'
import { toast } from '../../../ui/messages/toast.ts'
import { useRemoveRate } from '../api.ts'
import { isHeldOn, type PersonRates } from './rates.ts'

interface RatesDialogProps {
  readonly userId: string
  readonly person: PersonRates | undefined
  readonly returnFocus: RefObject<HTMLElement | null>
  /** Edits a rate; null adds a new one. */
  readonly onEdit: (rate: UserRate | null) => void
  readonly onClose: () => void
}

/** Shows all hourly rates of a person, newest first. */
export function RatesDialog({ person, returnFocus, onEdit, onClose }: RatesDialogProps) {
  const [removed, setRemoved] = useState<UserRate | null>(null)
  const remove = useRemoveRate()

  async function confirm({ id }: UserRate): Promise<void> {
    try {
      await remove.mutateAsync({ params: { id } })
      toast({ title: 'Tarief verwijderd' })
    } catch (failure) {
      tellFailure(failure, { fallback: 'Het tarief kon niet worden verwijderd.' })
      throw failure
    }
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      returnFocus={returnFocus}
      title={`Tarieven van ${person?.name ?? ''}`}
      description="Wat een uur kost. Uren die er al zijn houden hun tarief."
      forReading
    >
      <DialogBody>
        {(person?.rates.length ?? 0) === 0 ? (
          <EmptyState title="Nog geen tarieven" text="Zonder tarief kosten uren niets." />
        ) : (
          <RowList lined className="pv-number" aria-label="Tarieven">
            {person?.rates.map((rate) => (
              <li key={rate.id}>
                <Text as="p" grow>
                  <span className="pv-strong">{periodText(rate)}</span> <RateBadge rate={rate} />
                </Text>
                <strong>{formatMoney(rate.hourlyRate)}</strong>
                <Row as="span" gap={2}>
                  <IconButton
                    size="small"
                    label={`Tarief vanaf ${formatDate(rate.effectiveFrom)} bewerken`}
                    icon={<Pencil />}
                    onClick={() => onEdit(rate)}
                  />
                  <IconButton
                    size="small"
                    label={`Tarief vanaf ${formatDate(rate.effectiveFrom)} verwijderen`}
                    icon={<Trash2 />}
                    onClick={() => setRemoved(rate)}
                  />
                </Row>
              </li>
            ))}
          </RowList>
        )}
      </DialogBody>
      <DialogFooter>
        <DialogClose>Sluiten</DialogClose>
        <Button tone="primary" icon={<Plus />} onClick={() => onEdit(null)}>
          Tarief toevoegen
        </Button>
      </DialogFooter>
      {removed && (
        <Confirm
          open
          onOpenChange={() => setRemoved(null)}
          title={`Tarief ${formatMoney(removed.hourlyRate)} verwijderen?`}
          description={`${periodText(removed)}. Uren die er al zijn houden dit tarief.`}
          confirmText="Verwijderen"
          onConfirm={() => confirm(removed)}
        />
      )}
    </Dialog>
  )
}

const periodText = ({ effectiveFrom, effectiveTo }: UserRate): string =>
  effectiveTo === null
    ? `Vanaf ${formatDate(effectiveFrom)}`
    : `${formatDate(effectiveFrom)} t/m ${formatDate(effectiveTo)}`

function RateBadge({ rate }: { readonly rate: UserRate }) {
  const day = today()
  if (isHeldOn(rate, day)) return <Badge tone="ok">Nu</Badge>
  return rate.effectiveFrom > day ? <Badge tone="info">Gaat nog in</Badge> : null
}
