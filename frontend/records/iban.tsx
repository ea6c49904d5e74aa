import { Eye } from 'lucide-react'
import { formatIban } from '../../shared/identifiers.ts'
import { Button } from '../ui/buttons/button.tsx'
import { Text } from '../ui/layout/text.tsx'
import { showFailure } from './failure.ts'
import styles from './iban.module.css'

interface IbanProps {
  /** IBAN as masked by the server; null where there is none. */
  readonly iban: string | null
  readonly mayReveal?: boolean
  /** Mutation that returns the whole IBAN. */
  readonly reveal: {
    readonly data: { readonly iban: string } | undefined
    readonly mutateAsync: (input: { readonly params: { readonly id: string } }) => Promise<unknown>
  }
  readonly id: string
}

/**
 * Shows the masked IBAN of a record, with a button that reveals it to a user with permission. Revealing is logged
 * (rulings 62).
 */
export function Iban({ iban, mayReveal = true, reveal, id }: IbanProps) {
  if (reveal.data) return <span className={styles.iban}>{formatIban(reveal.data.iban)}</span>
  return (
    <span className={styles.iban}>
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
                .catch((error) => showFailure(error, { fallback: 'De IBAN kon niet worden getoond.' }))
            }
          >
            Tonen
          </Button>
          <Text size={12} weight="regular" color="muted">
            Tonen wordt vastgelegd
          </Text>
        </>
      )}
    </span>
  )
}
