import { Eye } from 'lucide-react'
import type { Sale } from '../../../shared/contract/sales.ts'
import { formatIban } from '../../../shared/identifiers.ts'
import { useCan } from '../../lib/session.ts'
import { tellFailure } from '../../records/failure.ts'
import { Button } from '../../ui/button.tsx'
import { useReveal } from './api.ts'

/** The IBAN, masked until who may see it asks for it; that is noted (rulings 62). */
export function Iban({ sale: { id, iban, teamId, agentId } }: { readonly sale: Sale }) {
  const mayReveal = useCan('sale:reveal', { teamId, owners: [agentId] })
  const reveal = useReveal()
  if (reveal.data) return <span className="sales-iban">{formatIban(reveal.data.iban)}</span>
  return (
    <span className="sales-iban">
      {iban}
      {mayReveal && (
        <>
          <Button
            size="small"
            icon={<Eye />}
            aria-label="IBAN tonen"
            onClick={() =>
              reveal
                .mutateAsync({ params: { id } })
                .catch((error) => tellFailure(error, { fallback: 'De IBAN kon niet worden getoond.' }))
            }
          >
            Tonen
          </Button>
          <span className="sales-iban-note">Tonen wordt vastgelegd</span>
        </>
      )}
    </span>
  )
}
