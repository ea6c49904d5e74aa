import { Link } from 'react-router-dom'
import type { InvoiceDetails } from '../../../../shared/api/schemas/invoices.ts'
import { commissionAddress } from '../../../domains/addresses.ts'
import { useCan } from '../../../lib/session.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { useInvoiceCommissions } from '../api.ts'
import { correctionOf } from './invoice-actions.ts'

interface DisputedLineProps {
  readonly invoice: InvoiceDetails
  readonly lineOrder: number
  /** Opens the correction of a refused invoice: crediting, or crediting with a new concept. */
  readonly onNext: (step: 'credit' | 'replace') => void
}

/**
 * Shows what the partner says of a line that they call wrong, with the ways to see why its amount is so and to correct
 * it; nothing for other lines.
 */
export function DisputedLine({ invoice, lineOrder, onNext }: DisputedLineProps) {
  const manages = useCan('self-billing:manage')
  if (remarkOn(invoice, lineOrder) === undefined) return null
  const correction = manages ? correctionOf(invoice) : null
  return (
    <Stack gap={4}>
      <PartnerRemark invoice={invoice} lineOrder={lineOrder} />
      {manages && (
        <Row gap={12} wrap>
          {invoice.isOfCommissions && <WhyLink id={invoice.id} lineOrder={lineOrder} />}
          {correction && (
            <Button size="small" aria-label={`Regel corrigeren: regel ${lineOrder}`} onClick={() => onNext(correction)}>
              Regel corrigeren
            </Button>
          )}
        </Row>
      )}
    </Stack>
  )
}

const remarkOn = ({ acceptance }: InvoiceDetails, lineOrder: number): string | undefined =>
  acceptance?.disputedLines?.find((line) => line.lineOrder === lineOrder)?.remark

/** Shows what the partner says of a line that they call wrong; nothing for other lines. */
export function PartnerRemark({ invoice, lineOrder }: Omit<DisputedLineProps, 'onNext'>) {
  const remark = remarkOn(invoice, lineOrder)
  return remark === undefined ? null : (
    <Text as="p" color="bad" overflow="break">
      Klopt niet volgens de partner: {remark}
    </Text>
  )
}

/** Shows the link to the commission of a line, whose panel explains the amount; nothing without a commission. */
function WhyLink({ id, lineOrder }: { readonly id: string; readonly lineOrder: number }) {
  const { data } = useInvoiceCommissions(id)
  const commissionId = data?.commissions.find((one) => one.lineOrder === lineOrder)?.commissionId
  return commissionId ? <Link to={commissionAddress('admin', commissionId)}>Waarom dit bedrag</Link> : null
}
