import { CircleAlert, CircleCheck, MessageCircleQuestionMark } from 'lucide-react'
import { Link } from 'react-router-dom'
import { type Reconciliation, waitingLabels } from '../../../shared/contract/ledger.ts'
import { balanceAddress } from '../../domains/addresses.ts'
import { useOpenQuestions } from '../../domains/commissions.ts'
import { paths } from '../../domains/paths.ts'
import { formatMoney, fullNameOf } from '../../lib/format.ts'
import { IconText } from '../../ui/display/icon-text.tsx'
import { Sum, Sums } from '../../ui/display/sums.tsx'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { Text } from '../../ui/layout/text.tsx'

/** Shows the open amounts that the next run does not pay automatically, by reason and person. */
export function WaitingList({ waiting }: Pick<Reconciliation, 'waiting'>) {
  return (
    <Stack as="section" gap={8} padding={16} className="reconciliation-part">
      <h2>Nu open en wacht nog</h2>
      {waiting.length === 0 && (
        <Text as="p" color="soft">
          Er wacht niets.
        </Text>
      )}
      {waiting.map(({ reason, amount, people }) => (
        <details key={reason} className="reconciliation-waiting">
          <Row as="summary" gap={12} align="baseline" justify="between">
            <span>{waitingLabels[reason]}</span>
            <Text weight="strong" tabular overflow="nowrap">
              {formatMoney(amount)}
            </Text>
          </Row>
          <Sums lined className="reconciliation-sums">
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

/**
 * Shows what is left to do: the number of differences in the month, and of unanswered questions on commissions of any
 * month.
 */
export function ToDo({ reconciliation: { differences } }: { readonly reconciliation: Reconciliation }) {
  const asked = useOpenQuestions() ?? 0
  const count = differences.length
  return (
    <Stack as="section" gap={8} padding={16} className="reconciliation-part">
      <h2>Nog te doen</h2>
      <Stack as="ul" gap={8}>
        <IconText
          as="li"
          icon={count === 0 ? <CircleCheck aria-hidden="true" /> : <CircleAlert aria-hidden="true" />}
          color={count === 0 ? 'ok' : 'bad'}
        >
          {count === 0 ? 'Geen verschillen' : count === 1 ? '1 verschil' : `${count} verschillen`}
        </IconText>
        {asked !== 0 && (
          <IconText as="li" icon={<MessageCircleQuestionMark aria-hidden="true" />}>
            <Link to={`${paths.commissions}?vragen=1`}>
              {asked === 1 ? '1 vraag beantwoorden' : `${asked} vragen beantwoorden`}
            </Link>
          </IconText>
        )}
      </Stack>
    </Stack>
  )
}
