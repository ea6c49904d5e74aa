import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { CommissionRate } from '../../../../shared/contract/schemas/rates.ts'
import { formatDate, formatMoney } from '../../../lib/format.ts'
import { tellFailure } from '../../../records/failure.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { today } from '../../../ui/dates/calendar-days.ts'
import { Confirm } from '../../../ui/dialogs/alert-dialog.tsx'
import { Dialog, DialogBody, DialogClose, DialogFooter } from '../../../ui/dialogs/dialog.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import { RowList } from '../../../ui/display/row-list.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { EmptyState } from '../../../ui/messages/empty-state.tsx'
import { ErrorState } from '../../../ui/messages/error-state.tsx'
import { Skeleton } from '../../../ui/messages/skeleton.tsx'
import { toast } from '../../../ui/messages/toast.ts'
import { useRates, useRemoveRate } from '../api.ts'
import { Ceiling } from './ceiling-form.tsx'
import { RateDialog } from './rate-dialog.tsx'
import { lastDayOf } from './rate-validity.ts'

/**
 * Shows the commission rates by role and team (rulings 37), and the ceiling; all can be changed. Existing amounts do
 * not follow.
 */
export function RatesDialog({ onClose }: { readonly onClose: () => void }) {
  const { data, error, refetch } = useRates()
  const [edited, setEdited] = useState<CommissionRate | 'new' | null>(null)
  const [removed, setRemoved] = useState<CommissionRate | null>(null)
  const remove = useRemoveRate()
  if (edited !== null) return <RateDialog rate={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />

  async function confirm({ id, version }: CommissionRate): Promise<void> {
    try {
      await remove.mutateAsync({ params: { id }, version })
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
      size="wide"
      title="Tarieven"
      description="Geldt voor nieuwe sales en afspraken. Teamtarief gaat vóór standaardtarief."
      forReading
    >
      <DialogBody>
        {error && <ErrorState error={error} onRetry={refetch} />}
        {!data && !error && <Skeleton height="160px" />}
        {data?.length === 0 && (
          <EmptyState title="Nog geen tarieven" text="Zonder tarief begint een commissie op € 0,00." />
        )}
        {data && data.length > 0 && (
          <RowList lined>
            {data.map((rate) => (
              <li key={rate.id}>
                <Rate rate={rate} lastDay={lastDayOf(rate, data)} />
                <IconButton
                  size="small"
                  label={`Tarief ${nameOf(rate)} bewerken`}
                  icon={<Pencil />}
                  onClick={() => setEdited(rate)}
                />
                <IconButton
                  size="small"
                  label={`Tarief ${nameOf(rate)} verwijderen`}
                  icon={<Trash2 />}
                  onClick={() => setRemoved(rate)}
                />
              </li>
            ))}
          </RowList>
        )}
        <Ceiling />
      </DialogBody>
      <DialogFooter>
        <DialogClose>Sluiten</DialogClose>
        <Button tone="primary" icon={<Plus />} onClick={() => setEdited('new')}>
          Tarief toevoegen
        </Button>
      </DialogFooter>
      {removed && (
        <Confirm
          open
          onOpenChange={() => setRemoved(null)}
          title={`Tarief ${nameOf(removed)} verwijderen?`}
          description="Bestaande commissies blijven zoals ze zijn."
          confirmText="Verwijderen"
          onConfirm={() => confirm(removed)}
        />
      )}
    </Dialog>
  )
}

const roleOf = ({ role }: CommissionRate) => (role === 'agent' ? 'Agent' : 'Beller')
const nameOf = (rate: CommissionRate) => `${roleOf(rate)}, ${rate.teamName ?? 'alle teams'}`

interface RateProps {
  readonly rate: CommissionRate
  readonly lastDay: string | null
}

function Rate({ rate, lastDay }: RateProps) {
  const { defaultRate, validFrom, description } = rate
  const period =
    lastDay === null ? `Vanaf ${formatDate(validFrom)}` : `${formatDate(validFrom)} t/m ${formatDate(lastDay)}`
  return (
    <>
      <Stack grow>
        <p>
          <span className="pv-strong">{nameOf(rate)}</span> <RateBadge rate={rate} lastDay={lastDay} />
        </p>
        <p className="pv-soft">{[period, description].filter(Boolean).join(' · ')}</p>
      </Stack>
      <Text weight="strong" tabular overflow="nowrap">
        {formatMoney(defaultRate)}
      </Text>
    </>
  )
}

function RateBadge({ rate: { isActive, validFrom }, lastDay }: RateProps) {
  if (!isActive) return <Badge>Uit</Badge>
  if (lastDay !== null && lastDay < today()) return <Badge tone="warn">Verlopen</Badge>
  return validFrom > today() ? <Badge tone="info">Gaat nog in</Badge> : null
}
