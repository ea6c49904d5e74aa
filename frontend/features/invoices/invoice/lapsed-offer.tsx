import { invoices } from '../../../../shared/api/invoices.ts'
import type { Invoice } from '../../../../shared/api/schemas/invoices.ts'
import { runAction } from '../../../lib/freshness.ts'
import { useCommand } from '../../../lib/query.ts'
import { showFailure } from '../../../records/failure.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { today } from '../../../ui/dates/calendar-days.ts'
import { Row } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'

interface LapsedOfferProps {
  /** Concepts whose 48-hour offer has lapsed, so that they cannot be sent. */
  readonly invoices: readonly Invoice[]
  readonly text: string
  /** Called with each concept that is dated today. */
  readonly onDated?: (invoice: Invoice) => void
}

/** Shows that concepts cannot be sent as their 48-hour offer lapsed, with a button that dates them today (rulings 43). */
export function LapsedOffer({ invoices: lapsed, text, onDated }: LapsedOfferProps) {
  const update = useCommand(invoices.update)
  const dateable = lapsed.filter(({ invoiceDate }) => invoiceDate.slice(0, 4) === today().slice(0, 4))

  async function dateToday(): Promise<void> {
    try {
      await runAction([invoices.update], async () => {
        for (const { id, version } of dateable) {
          onDated?.(await update.mutateAsync({ params: { id }, version, body: { invoiceDate: today() } }))
        }
      })
    } catch (error) {
      showFailure(error, { fallback: 'De factuurdatum kon niet worden gewijzigd.' })
    }
  }

  return (
    <Row gap={8} wrap align="center">
      <Text size={13} color="warn">
        {text}
      </Text>
      {dateable.length > 0 && (
        <Button size="small" busy={update.isPending} onClick={dateToday}>
          Datum op vandaag zetten
        </Button>
      )}
    </Row>
  )
}
