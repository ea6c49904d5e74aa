import { CircleAlert, CircleCheck, MessageCircleQuestionMark } from 'lucide-react'
import { Link } from 'react-router-dom'
import type { Reconciliation } from '../../../shared/api/ledger.ts'
import { useOpenQuestions } from '../../domains/commissions.ts'
import { paths } from '../../domains/paths.ts'
import { IconText } from '../../ui/display/icon-text.tsx'
import { Stack } from '../../ui/layout/layout.tsx'
import styles from './reconciliation.module.css'

/**
 * Shows what is left to do: the number of differences in the month, and of unanswered questions on commissions of any
 * month.
 */
export function ToDo({ reconciliation: { differences } }: { readonly reconciliation: Reconciliation }) {
  const asked = useOpenQuestions() ?? 0
  const count = differences.length
  return (
    <Stack as="section" gap={8} padding={16} className={styles.part}>
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
