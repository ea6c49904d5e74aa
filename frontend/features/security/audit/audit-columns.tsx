import type { ReactNode } from 'react'
import type { AuditLog } from '../../../../shared/api/audit.ts'
import { formatDate, formatDateTime, formatNumber, formatTime } from '../../../lib/format.ts'
import type { Names } from '../../../records/audit-words.ts'
import { PlainLink } from '../../../ui/buttons/plain-link.tsx'
import { Person } from '../../../ui/display/avatar.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { Unbroken } from '../../../ui/layout/unbroken.tsx'
import { CardRow } from '../../../ui/table/data-table-card.tsx'
import type { Column } from '../../../ui/table/data-table-types.ts'
import styles from './audit.module.css'
import { actionOf, entityLabelOf, personPathOf, recordPathOf, subjectOf, whoOf } from './audit-labels.ts'
import { summaryOf } from './audit-values.ts'

/** Returns the table columns of the audit log: time, person, action, record, and the change in one line. */
export const columnsOf = (names: Names): readonly Column<AuditLog>[] => [
  {
    id: 'when',
    header: 'Wanneer',
    width: 164,
    cell: (row) => <When instant={row.createdAt} />,
  },
  { id: 'who', header: 'Wie', width: 164, cell: (row) => <Who log={row} names={names} /> },
  { id: 'action', header: 'Actie', width: 240, cell: (row) => <ActionBadge log={row} /> },
  {
    id: 'entity',
    header: 'Record',
    cell: (row) => <Entity log={row} names={names} />,
  },
  {
    id: 'change',
    header: 'Wijziging',
    dropOrder: 1,
    cell: (row) => <Text color="muted">{changeText(row, names)}</Text>,
  },
]

function When({ instant }: { readonly instant: string }) {
  return (
    <>
      {formatDate(instant)} <span className="pv-soft">{formatTime(instant)}</span>
    </>
  )
}

/** Shows the Dutch name of a logged action; an unknown action is 'Overig' with its stored name (rulings 60). */
export function ActionBadge({ log }: { readonly log: AuditLog }) {
  const { label, tone, raw } = actionOf(log)
  return (
    <>
      <Badge tone={tone}>{label}</Badge>
      {raw !== null && (
        <Text as="code" size={12} weight="regular" before={8}>
          {raw}
        </Text>
      )}
    </>
  )
}

interface LogProps {
  readonly log: AuditLog
  readonly names: Names
}

/** Shows who made the change in a row of the audit log. The name of a user is a link to the list of users. */
export function Who({ log, names }: LogProps) {
  const path = personPathOf(names.person(log.userId))
  const person = <Person id={log.userId} name={whoOf(log)} />
  return path === null ? person : <RecordLink path={path}>{person}</RecordLink>
}

/** Shows the record that a row of the audit log is about, by name or else id. It is a link if the record has a page. */
export function Subject({ log, names }: LogProps) {
  const subject = subjectOf(log, names)
  const path = recordPathOf(log, subject)
  const shown = subject ?? (
    <Text as="code" size={12} weight="regular">
      {log.entityId}
    </Text>
  )
  return path === null ? <span className="pv-soft">{shown}</span> : <RecordLink path={path}>{shown}</RecordLink>
}

/** Shows the type of a record, with the name of the record if it has one. */
function Entity({ log, names }: LogProps) {
  const subject = subjectOf(log, names)
  const label = entityLabelOf(log.entityType)
  const path = recordPathOf(log, subject)
  if (subject === null && path !== null) return <RecordLink path={path}>{label}</RecordLink>
  return (
    <Row as="span" gap={4} align="stretch" className={styles.record}>
      {label} {subject !== null && <Subject log={log} names={names} />}
    </Row>
  )
}

function RecordLink({ path, children }: { readonly path: string; readonly children: ReactNode }) {
  return (
    <PlainLink underlined to={path}>
      {children}
    </PlainLink>
  )
}

/** Number from which the rows of an action are no longer counted. */
const MOST_COUNTED = 1_000

/** Returns the number of rows of an action, `4 regels`; empty for one. */
export const partsText = ({ parts }: AuditLog): string =>
  parts === 1 ? '' : `${formatNumber(parts)}${parts < MOST_COUNTED ? '' : '+'} regels`

/** Returns the first change of an action in one line, after the number of its rows when it has several. */
const changeText = (log: AuditLog, names: Names): string =>
  [partsText(log), summaryOf(log, names)].filter(Boolean).join(' · ')

/** Shows a row of the audit log on a phone. */
export function AuditCard({ log, names }: { readonly log: AuditLog; readonly names: Names }) {
  const subject = subjectOf(log, names)
  const change = changeText(log, names)
  return (
    <Stack as="span" gap={6}>
      <CardRow
        title={<ActionBadge log={log} />}
        end={
          <Text size={12} color="soft">
            {formatDateTime(log.createdAt)}
          </Text>
        }
        meta={
          <>
            {[whoOf(log), [entityLabelOf(log.entityType), subject].filter(Boolean).join(' ')].join(' · ')}
            {change !== '' && (
              <>
                <br />
                <Unbroken>{change}</Unbroken>
              </>
            )}
          </>
        }
      />
    </Stack>
  )
}
