import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { energyTypeLabels } from '../../../shared/contract/parts/trade.ts'
import type { RevenueRate } from '../../../shared/contract/schemas/revenue.ts'
import { providerLabels } from '../../../shared/contract/schemas/sale-form.ts'
import { formatDate, formatMoney } from '../../lib/format.ts'
import { tellFailure } from '../../records/failure.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { addDays, today } from '../../ui/dates/calendar-days.ts'
import { Confirm } from '../../ui/dialogs/alert-dialog.tsx'
import { Dialog, DialogBody, DialogClose, DialogFooter } from '../../ui/dialogs/dialog.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { RowList } from '../../ui/display/row-list.tsx'
import { Stack } from '../../ui/layout/layout.tsx'
import { Text } from '../../ui/layout/text.tsx'
import { EmptyState } from '../../ui/messages/empty-state.tsx'
import { ErrorState } from '../../ui/messages/error-state.tsx'
import { Skeleton } from '../../ui/messages/skeleton.tsx'
import { toast } from '../../ui/messages/toast.ts'
import { useRemoveRevenueRate, useRevenueRates } from './rates-api.ts'
import { RevenueRateDialog } from './revenue-rate-dialog.tsx'

const nameOf = ({ provider, productType }: RevenueRate): string =>
  `${providerLabels[provider]}, ${energyTypeLabels[productType]}`

/** Shows the dialog 'Omzettarieven': the expected revenue of a sale by provider and product, and from which day. */
export function RevenueRatesDialog({ onClose }: { readonly onClose: () => void }) {
  const { data, error, refetch } = useRevenueRates()
  const [edited, setEdited] = useState<RevenueRate | 'new' | null>(null)
  const [removed, setRemoved] = useState<RevenueRate | null>(null)
  const remove = useRemoveRevenueRate()
  if (edited !== null) {
    return <RevenueRateDialog rate={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
  }

  async function confirm({ id, version }: RevenueRate): Promise<void> {
    try {
      await remove.mutateAsync({ params: { id }, version })
      toast({ title: 'Omzettarief verwijderd' })
    } catch (failure) {
      tellFailure(failure, { fallback: 'Het omzettarief kon niet worden verwijderd.' })
      throw failure
    }
  }

  const rates = data?.toSorted(
    (one, other) => nameOf(one).localeCompare(nameOf(other), 'nl') || other.validFrom.localeCompare(one.validFrom),
  )
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="wide"
      title="Omzettarieven"
      description="Verwachte omzet per sale. Wat je ontvangt, gaat vóór."
      forReading
    >
      <DialogBody>
        {error && <ErrorState error={error} onRetry={refetch} />}
        {!rates && !error && <Skeleton height="160px" />}
        {rates?.length === 0 && (
          <EmptyState title="Nog geen omzettarieven" text="Zonder tarief telt alleen wat is ontvangen." />
        )}
        {rates && rates.length > 0 && (
          <RowList lined>
            {rates.map((rate) => (
              <li key={rate.id}>
                <Rate rate={rate} lastDay={lastDayOf(rate, rates)} />
                <IconButton
                  size="small"
                  label={`Omzettarief ${nameOf(rate)} bewerken`}
                  icon={<Pencil />}
                  onClick={() => setEdited(rate)}
                />
                <IconButton
                  size="small"
                  label={`Omzettarief ${nameOf(rate)} verwijderen`}
                  icon={<Trash2 />}
                  onClick={() => setRemoved(rate)}
                />
              </li>
            ))}
          </RowList>
        )}
      </DialogBody>
      <DialogFooter>
        <DialogClose>Sluiten</DialogClose>
        <Button tone="primary" icon={<Plus />} onClick={() => setEdited('new')}>
          Omzettarief toevoegen
        </Button>
      </DialogFooter>
      {removed && (
        <Confirm
          open
          onOpenChange={() => setRemoved(null)}
          title={`Omzettarief ${nameOf(removed)} verwijderen?`}
          description={`De omzet van sales vanaf ${formatDate(removed.validFrom)} wordt opnieuw berekend.`}
          confirmText="Verwijderen"
          onConfirm={() => confirm(removed)}
        />
      )}
    </Dialog>
  )
}

/** Returns the last day of a rate: the day before the next one of its provider and product. Null without a next. */
function lastDayOf(rate: RevenueRate, all: readonly RevenueRate[]): string | null {
  const next = all
    .filter(({ provider, productType }) => provider === rate.provider && productType === rate.productType)
    .map(({ validFrom }) => validFrom)
    .filter((from) => from > rate.validFrom)
    .toSorted()[0]
  return next === undefined ? null : addDays(next, -1)
}

interface RateProps {
  readonly rate: RevenueRate
  readonly lastDay: string | null
}

function Rate({ rate, lastDay }: RateProps) {
  const { amount, validFrom, description } = rate
  const period =
    lastDay === null ? `Vanaf ${formatDate(validFrom)}` : `${formatDate(validFrom)} t/m ${formatDate(lastDay)}`
  return (
    <>
      <Stack grow>
        <p>
          <span className="pv-strong">{nameOf(rate)}</span>{' '}
          {lastDay !== null && lastDay < today() && <Badge tone="warn">Verlopen</Badge>}
          {validFrom > today() && <Badge tone="info">Gaat nog in</Badge>}
        </p>
        <p className="pv-soft">{[period, description].filter(Boolean).join(' · ')}</p>
      </Stack>
      <Text weight="bold" tabular>
        {formatMoney(amount)}
      </Text>
    </>
  )
}
