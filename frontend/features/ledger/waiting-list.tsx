import { Link } from 'react-router-dom'
import { type Reconciliation, waitingLabels } from '../../../shared/api/ledger.ts'
import { balanceAddress } from '../../domains/addresses.ts'
import { formatMoney, fullNameOf } from '../../lib/format.ts'
import { Sum, Sums } from '../../ui/display/sums.tsx'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { Text } from '../../ui/layout/text.tsx'
import styles from './reconciliation.module.css'

/** Shows the open amounts that the next payroll or monthly run does not pay, by reason and person. */
export function WaitingList({ waiting }: Pick<Reconciliation, 'waiting'>) {
  return (
    <Stack as="section" gap={8} padding={16} className={styles.part}>
      <h2>Nu open en wacht nog</h2>
      {waiting.length === 0 && (
        <Text as="p" color="soft">
          Er wacht niets.
        </Text>
      )}
      {waiting.map(({ reason, amount, people }) => (
        <details key={reason} className={styles.waiting}>
          <Row as="summary" gap={12} align="baseline" justify="between">
            <span>{waitingLabels[reason]}</span>
            <Text weight="strong" tabular overflow="nowrap">
              {formatMoney(amount)}
            </Text>
          </Row>
          <Sums lined className={styles.sums}>
            {people.map(({ user, amount: theirs }) => (
              <Sum
                key={user.id}
                label={<Link to={balanceAddress(user.id)}>{fullNameOf(user)}</Link>}
                amount={formatMoney(theirs)}
              />
            ))}
          </Sums>
        </details>
      ))}
    </Stack>
  )
}
