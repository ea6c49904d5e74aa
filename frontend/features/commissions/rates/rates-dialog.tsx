import { Plus } from 'lucide-react'
import { useState } from 'react'
import { commissions } from '../../../../shared/api/commissions.ts'
import { type CommissionRate, commissionRate } from '../../../../shared/sales/rates.ts'
import { formatRatePeriod, RateList, validityBadgeOf } from '../../../domains/rate-list.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../../ui/dialogs/dialog.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import { EmptyState } from '../../../ui/messages/empty-state.tsx'
import { ErrorState } from '../../../ui/messages/error-state.tsx'
import { Skeleton } from '../../../ui/messages/skeleton.tsx'
import { useRates } from '../api.ts'
import { Ceiling } from './ceiling-form.tsx'
import { CoolingOff } from './cooling-off-form.tsx'
import { RateDialog } from './rate-dialog.tsx'
import { lastDayOfRate } from './rate-validity.ts'

/**
 * Shows the commission rates by role and team (rulings 37), and the ceiling on amounts set by hand. All of these can be
 * changed. Existing commissions keep their amounts.
 */
export function RatesDialog({ onClose }: { readonly onClose: () => void }) {
  const { data, error, refetch } = useRates()
  const [edited, setEdited] = useState<CommissionRate | 'new' | null>(null)
  if (edited !== null) return <RateDialog rate={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />

  return (
    <Dialog
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
          <RateList
            rates={data}
            rowOf={(rate) => rowOf(rate, lastDayOfRate(rate, data))}
            noun={commissionRate.noun}
            onEdit={setEdited}
            removeEndpoint={commissions.removeRate}
            questionOf={(rate) => ({
              named: nameOf(rate),
              description: 'Bestaande commissies blijven zoals ze zijn.',
            })}
          />
        )}
        <Ceiling />
        <CoolingOff />
      </DialogBody>
      <DialogFooter>
        <Button tone="primary" icon={<Plus />} onClick={() => setEdited('new')}>
          Tarief toevoegen
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

const roleOf = ({ role }: CommissionRate) => (role === 'agent' ? 'Agent' : 'Beller')
const nameOf = (rate: CommissionRate) => `${roleOf(rate)}, ${rate.teamName ?? 'alle teams'}`

function rowOf(rate: CommissionRate, lastDay: string | null) {
  const { id, defaultRate, validFrom, description, isActive } = rate
  return {
    id,
    title: nameOf(rate),
    badge: isActive ? validityBadgeOf(validFrom, lastDay) : <Badge>Uit</Badge>,
    detail: [formatRatePeriod(validFrom, lastDay), description].filter(Boolean).join(' · '),
    amount: defaultRate,
    label: nameOf(rate),
  }
}
