import { Plus } from 'lucide-react'
import { useState } from 'react'
import { energyTypeLabels, providerLabels } from '../../../shared/api/parts/trade.ts'
import { sales } from '../../../shared/api/sales.ts'
import { type RevenueRate, revenueRate } from '../../../shared/sales/rates.ts'
import { formatRatePeriod, RateList, validityBadgeOf } from '../../domains/rate-list.tsx'
import { formatDate } from '../../lib/format.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { addDays } from '../../ui/dates/calendar-days.ts'
import { Dialog, DialogBody, DialogFooter } from '../../ui/dialogs/dialog.tsx'
import { EmptyState } from '../../ui/messages/empty-state.tsx'
import { ErrorState } from '../../ui/messages/error-state.tsx'
import { Skeleton } from '../../ui/messages/skeleton.tsx'
import { useRevenueRates } from './rates-api.ts'
import { RevenueRateDialog } from './revenue-rate-dialog.tsx'

const nameOf = ({ provider, productType }: RevenueRate): string =>
  `${providerLabels[provider]}, ${energyTypeLabels[productType]}`

/** Shows the dialog 'Omzettarieven': the expected revenue of a sale by provider and product, and from which day. */
export function RevenueRatesDialog({ onClose }: { readonly onClose: () => void }) {
  const { data, error, refetch } = useRevenueRates()
  const [edited, setEdited] = useState<RevenueRate | 'new' | null>(null)
  if (edited !== null) {
    return <RevenueRateDialog rate={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
  }

  const rates = data?.toSorted(
    (one, other) => nameOf(one).localeCompare(nameOf(other), 'nl') || other.validFrom.localeCompare(one.validFrom),
  )
  return (
    <Dialog
      onOpenChange={onClose}
      size="wide"
      title="Omzettarieven"
      description="Verwachte omzet per sale. Een ontvangen bedrag gaat vóór."
      forReading
    >
      <DialogBody>
        {error && <ErrorState error={error} onRetry={refetch} />}
        {!rates && !error && <Skeleton height="160px" />}
        {rates?.length === 0 && (
          <EmptyState title="Nog geen omzettarieven" text="Zonder tarief telt alleen wat is ontvangen." />
        )}
        {rates && rates.length > 0 && (
          <RateList
            rates={rates}
            rowOf={(rate) => rowOf(rate, lastDayOf(rate, rates))}
            noun={revenueRate.noun}
            onEdit={setEdited}
            removeEndpoint={sales.removeRevenueRate}
            questionOf={(rate) => ({
              named: nameOf(rate),
              description: `De omzet van sales vanaf ${formatDate(rate.validFrom)} wordt opnieuw berekend.`,
            })}
          />
        )}
      </DialogBody>
      <DialogFooter>
        <Button tone="primary" icon={<Plus />} onClick={() => setEdited('new')}>
          Omzettarief toevoegen
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

/**
 * Returns the last day of a rate: the day before the next rate of the same provider and product. Null without a next
 * rate.
 */
function lastDayOf(rate: RevenueRate, all: readonly RevenueRate[]): string | null {
  const next = all
    .filter(({ provider, productType }) => provider === rate.provider && productType === rate.productType)
    .map(({ validFrom }) => validFrom)
    .filter((from) => from > rate.validFrom)
    .toSorted()[0]
  return next === undefined ? null : addDays(next, -1)
}

function rowOf(rate: RevenueRate, lastDay: string | null) {
  const { id, amount, validFrom, description } = rate
  return {
    id,
    title: nameOf(rate),
    badge: validityBadgeOf(validFrom, lastDay),
    detail: [formatRatePeriod(validFrom, lastDay), description].filter(Boolean).join(' · '),
    amount,
    label: nameOf(rate),
  }
}
