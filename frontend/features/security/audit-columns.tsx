import type { AuditLog } from '../../../shared/contract/admin.ts'
import { formatDate, formatDateTime, formatTime } from '../../lib/format.ts'
import { Person } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { CardRow } from '../../ui/data-table-card.tsx'
import type { Column } from '../../ui/data-table-types.ts'
import type { NameOf } from './api.ts'
import { actionOf, entityLabel, subjectOf, whoOf } from './audit-labels.ts'

/** Who did what to which record, and when. */
export const columnsOf = (nameOf: NameOf): readonly Column<AuditLog>[] => [
  { id: 'when', header: 'Wanneer', width: 176, numeric: true, cell: (row) => <When instant={row.createdAt} /> },
  { id: 'who', header: 'Wie', width: 200, cell: (row) => <Person id={row.userId} name={whoOf(row)} /> },
  { id: 'action', header: 'Actie', cell: (row) => <ActionBadge log={row} /> },
  { id: 'entity', header: 'Record', cell: (row) => <Entity log={row} nameOf={nameOf} /> },
]

function When({ instant }: { readonly instant: string }) {
  return (
    <>
      {formatDate(instant)} <span className="pv-soft">{formatTime(instant)}</span>
    </>
  )
}

/** What happened in words; an action that is not known is 'Overig' with its own name (rulings 60). */
export function ActionBadge({ log }: { readonly log: AuditLog }) {
  const { label, tone, raw } = actionOf(log)
  return (
    <>
      <Badge tone={tone}>{label}</Badge>
      {raw !== null && <code className="security-code audit-raw">{raw}</code>}
    </>
  )
}

interface LogProps {
  readonly log: AuditLog
  readonly nameOf: NameOf
}

function Entity({ log, nameOf }: LogProps) {
  const subject = subjectOf(log, nameOf)
  return (
    <>
      {entityLabel(log.entityType)}{' '}
      <span className="pv-soft">
        {subject === null ? <code className="security-code">{log.entityId}</code> : subject}
      </span>
    </>
  )
}

/** A row of the log on a phone. */
export function AuditCard({ log, nameOf }: LogProps) {
  const subject = subjectOf(log, nameOf)
  return (
    <span className="security-card">
      <CardRow
        title={<ActionBadge log={log} />}
        end={<span className="security-small">{formatDateTime(log.createdAt)}</span>}
        meta={[whoOf(log), [entityLabel(log.entityType), subject].filter(Boolean).join(' ')].join(' · ')}
      />
    </span>
  )
}
