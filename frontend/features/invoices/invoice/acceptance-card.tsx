import type { InvoiceDetails } from '../../../../shared/api/schemas/invoices.ts'
import { type Acceptance, acceptanceLabels } from '../../../../shared/invoices/choices.ts'
import { formatDateLong, formatDateTime } from '../../../lib/format.ts'
import { useCan } from '../../../lib/session.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Badge, type Tone } from '../../../ui/display/badge.tsx'
import { Card } from '../../../ui/display/card.tsx'
import { Row } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { correctionOf } from './invoice-actions.ts'
import { CREDIT_REFUSED, isToBeCredited } from './invoice-step.ts'

interface AcceptanceCardProps {
  readonly invoice: InvoiceDetails
  /** Opens the next step after a refusal: crediting, or crediting with a new concept. */
  readonly onNext: (step: 'credit' | 'replace') => void
}

const tones: Record<Acceptance['state'], Tone> = { open: 'neutral', accepted: 'ok', refused: 'bad', tacit: 'ok' }

/**
 * Shows the partner's answer to an invoice, or the last day for an answer (rulings 51a). Shows nothing until it is sent,
 * and for a paid one without an answer.
 */
export function AcceptanceCard({ invoice, onNext }: AcceptanceCardProps) {
  const manages = useCan('self-billing:manage')
  const { acceptance, status } = invoice
  // A paid invoice waits for nobody.
  if (!acceptance || (acceptance.state === 'open' && status === 'betaald')) return null
  const { state, answeredAt, reason, until } = acceptance
  const correction = manages ? correctionOf(invoice) : null
  return (
    <Card title="Akkoord van de partner" actions={<Badge tone={tones[state]}>{acceptanceLabels[state]}</Badge>}>
      {answeredAt && <p className="pv-soft">{formatDateTime(answeredAt)}</p>}
      {reason && (
        <Text as="p" overflow="lines">
          {reason}
        </Text>
      )}
      {state === 'open' && (
        <p className="pv-soft">
          {until
            ? `Zonder antwoord t/m ${formatDateLong(until)} geldt de factuur als geaccepteerd.`
            : 'De termijn begint zodra de partner de e-mail heeft.'}
        </p>
      )}
      {state === 'tacit' && <p className="pv-soft">Geen antwoord t/m {until && formatDateLong(until)}.</p>}
      {isToBeCredited(invoice) && (
        <>
          <p className="pv-soft">Betaling geblokkeerd. {CREDIT_REFUSED}</p>
          {correction && (
            <Row>
              <Button onClick={() => onNext(correction)}>
                {correction === 'replace' ? 'Crediteren en nieuw concept' : 'Crediteren'}
              </Button>
            </Row>
          )}
        </>
      )}
    </Card>
  )
}
