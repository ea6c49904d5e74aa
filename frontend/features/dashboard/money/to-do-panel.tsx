import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { Work } from '../../../../shared/api/my-day.ts'
import { useMyDay, workAddress } from '../../../domains/my-day.ts'
import { paths } from '../../../domains/paths.ts'
import { useSaleDialogs } from '../../../domains/sale-dialogs.ts'
import { formatNumber, formatTime, formatWeekday } from '../../../lib/format.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { LinkButton } from '../../../ui/buttons/link-button.tsx'
import { Card } from '../../../ui/display/card.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { ErrorState } from '../../../ui/messages/error-state.tsx'
import { Skeleton } from '../../../ui/messages/skeleton.tsx'
import styles from '../dashboard.module.css'
import money from './money.module.css'

/** Number of rows shown of each kind. */
const SHOWN = 3

/**
 * Lists the user's first work of 'Mijn dag' about appointments and sales ('Nog te doen'), with the number of all; renders
 * nothing without any.
 */
export function ToDoPanel() {
  const { data, error, refetch } = useMyDay()
  const { openNew } = useSaleDialogs()
  const work = data?.work ?? []
  const over = work.filter(({ kind }) => kind === 'outcome')
  const unregistered = work.filter(({ kind }) => kind === 'sale')
  const isMore = work.length > Math.min(over.length, SHOWN) + Math.min(unregistered.length, SHOWN)
  const counts = [
    over.length > 0 && `${over.length} zonder uitkomst`,
    unregistered.length > 0 && `${unregistered.length} ${unregistered.length === 1 ? 'sale' : 'sales'} te registreren`,
  ].filter(Boolean)
  if (data && counts.length === 0) return null
  return (
    <Card title="Nog te doen" className={money.card} {...(counts.length > 0 && { note: counts.join(', ') })}>
      {error && <ErrorState error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton height="140px" />}
      <Stack as="ul" lined above={-6} below="auto">
        {over.slice(0, SHOWN).map((one) => (
          <ToDoRow
            key={one.id}
            work={one}
            text={one.at === null ? 'Afspraak' : `Afspraak ${formatTime(one.at)} · ${formatWeekday(one.at)}`}
          >
            <LinkButton to={workAddress(one)}>Uitkomst</LinkButton>
          </ToDoRow>
        ))}
        {unregistered.slice(0, SHOWN).map((one) => (
          <ToDoRow
            key={one.id}
            work={one}
            text={['Sale nog registreren', one.note && formatWeekday(one.note)].filter(Boolean).join(' · ')}
          >
            <Button onClick={() => openNew({ appointmentId: one.id })}>Registreren</Button>
          </ToDoRow>
        ))}
      </Stack>
      {isMore && (
        <Text as="p" size={13} className={styles.panelEmpty}>
          <Link to={paths.myDay}>Alle {formatNumber(work.length)} in Mijn dag</Link>
        </Text>
      )}
    </Card>
  )
}

interface RowProps {
  readonly work: Work
  readonly text: string
  readonly children: ReactNode
}

function ToDoRow({ work: { customerName }, text, children }: RowProps) {
  return (
    <Row as="li" gap={12} size={13} tabular minHeight={46} padBlock={4}>
      <Stack as="span" grow>
        <Text size={13} weight="bold" overflow="truncate" className={styles.panelName}>
          {customerName}
        </Text>
        <Text size={12} color="soft" overflow="truncate">
          {text}
        </Text>
      </Stack>
      {children}
    </Row>
  )
}
