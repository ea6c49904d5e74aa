import { Eye } from 'lucide-react'
import type { Contract } from '../../../shared/contract/contracts.ts'
import { formatIban } from '../../../shared/identifiers.ts'
import { tellFailure } from '../../records/failure.ts'
import { Button } from '../../ui/button.tsx'
import { useReveal } from './api.ts'

/** The IBAN, masked until somebody asks for it; that is noted (rulings 62). */
export function Iban({ contract: { id, iban } }: { readonly contract: Contract }) {
  const reveal = useReveal()
  if (reveal.data) return formatIban(reveal.data.iban)
  return (
    <span className="contracts-iban">
      {iban}
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
      <span className="pv-soft">Tonen wordt vastgelegd</span>
    </span>
  )
}
