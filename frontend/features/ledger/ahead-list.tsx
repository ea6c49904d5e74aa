import type { Ahead } from '../../../shared/api/schemas/cut-off.ts'
import { cents, euros, sumOf } from '../../../shared/money.ts'
import { lastDayOf } from '../../domains/closing/steps.ts'
import { formatDate, formatMoney, fullNameOf } from '../../lib/format.ts'
import { addDays } from '../../ui/dates/calendar-days.ts'
import { Sum, Sums } from '../../ui/display/sums.tsx'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { Text } from '../../ui/layout/text.tsx'
import { ErrorState } from '../../ui/messages/error-state.tsx'
import { useCutOff } from './api.ts'
import { DocumentLink } from './document-link.tsx'
import styles from './reconciliation.module.css'

/**
 * Shows what is invoiced in a month and supplied later, and what is supplied in the month and was invoiced earlier, so
 * that both months tell it.
 */
export function AheadList({ month }: { readonly month: string }) {
  const [opening, closing] = [useCutOff(addDays(`${month}-01`, -1)), useCutOff(lastDayOf(month))]
  const error = opening.error ?? closing.error
  const isIn = (day: string | null | undefined) => day?.startsWith(month) ?? true
  const groups = [
    {
      text: 'Nu gefactureerd, later geleverd',
      lines: closing.data?.ahead.filter(({ document }) => isIn(document?.date)),
    },
    {
      text: 'Nu geleverd, eerder gefactureerd',
      lines: opening.data?.ahead.filter(({ supplyDate }) => isIn(supplyDate)),
    },
  ]
  const isEmpty = groups.every(({ lines }) => lines?.length === 0)
  return (
    <Stack as="section" gap={8} padding={16} className={styles.part} aria-busy={opening.isPending || closing.isPending}>
      <h2>Vooruit gefactureerd</h2>
      {error && <ErrorState error={error} onRetry={() => Promise.all([opening.refetch(), closing.refetch()])} />}
      {isEmpty && (
        <Text as="p" color="soft">
          Niets is vooruit gefactureerd.
        </Text>
      )}
      {groups.map(({ text, lines = [] }) => lines.length > 0 && <Group key={text} text={text} lines={lines} />)}
    </Stack>
  )
}

function Group({ text, lines }: { readonly text: string; readonly lines: readonly Ahead[] }) {
  return (
    <details className={styles.waiting}>
      <Row as="summary" gap={12} align="baseline" justify="between">
        <span>{text}</span>
        <Text weight="strong" tabular overflow="nowrap">
          {formatMoney(euros(sumOf(lines.map(({ amount }) => cents(amount)))))}
        </Text>
      </Row>
      <Sums lined className={styles.sums}>
        {lines.map(({ user, partner, supplyDate, document, amount }) => (
          <Sum
            key={`${user.id}-${supplyDate}-${document?.name ?? ''}`}
            label={
              <>
                {partner?.name ?? fullNameOf(user)}, geleverd {formatDate(supplyDate)}
                {document !== null && (
                  <>
                    {' '}
                    op <DocumentLink document={document} />
                  </>
                )}
              </>
            }
            amount={formatMoney(amount)}
          />
        ))}
      </Sums>
    </details>
  )
}
