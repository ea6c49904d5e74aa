import { History, ListTree } from 'lucide-react'
import type { AuditLog } from '../../../../shared/api/audit.ts'
import { formatDateTime } from '../../../lib/format.ts'
import type { Names } from '../../../records/audit-words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Dialog, DialogBody } from '../../../ui/dialogs/dialog.tsx'
import { Details } from '../../../ui/display/details.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { PlainTable } from '../../../ui/table/plain-table.tsx'
import styles from './audit.module.css'
import { ActionBadge, partsText, Subject, Who } from './audit-columns.tsx'
import { entityLabelOf, subjectOf } from './audit-labels.ts'
import { type AuditField, fieldsOf } from './audit-values.ts'

interface AuditDialogProps {
  readonly log: AuditLog
  readonly names: Names
  readonly onClose: () => void
  readonly onShowRecord: () => void
  readonly onShowAction: (runId: string) => void
}

/**
 * Shows one row of the audit log: each field before and after, with the IP address and device used. The first row of an
 * action also opens the list of its rows.
 */
export function AuditDialog({ log, names, onClose, onShowRecord, onShowAction }: AuditDialogProps) {
  const fields = fieldsOf(log, names)
  const { parts, runId } = log
  return (
    <Dialog
      onOpenChange={onClose}
      size="wide"
      title="Wijziging"
      description={[entityLabelOf(log.entityType), subjectOf(log, names)].filter(Boolean).join(' · ')}
    >
      <DialogBody>
        <Stack gap={12} align="start" className={styles.details}>
          <Details
            columns={3}
            items={[
              { label: 'Actie', value: <ActionBadge log={log} /> },
              { label: 'Wie', value: <Who log={log} names={names} /> },
              { label: 'Wanneer', value: formatDateTime(log.createdAt) },
              { label: 'IP-adres', value: log.ipAddress },
              { label: 'Browser', value: log.userAgent },
              { label: 'Record', value: <Subject log={log} names={names} /> },
            ]}
          />
          <Row gap={8} wrap>
            <Button size="small" icon={<History />} onClick={onShowRecord}>
              Alles van dit record
            </Button>
            {parts > 1 && runId !== null && (
              <Button size="small" icon={<ListTree />} onClick={() => onShowAction(runId)}>
                Alle {partsText(log)} van deze actie
              </Button>
            )}
          </Row>
        </Stack>
        {fields.length === 0 ? (
          <Text as="p" size={13} color="muted">
            Bij deze actie zijn geen gegevens vastgelegd.
          </Text>
        ) : (
          <FieldTable fields={fields} />
        )}
      </DialogBody>
    </Dialog>
  )
}

function FieldTable({ fields }: { readonly fields: readonly AuditField[] }) {
  return (
    <PlainTable className={styles.fields} aria-label="Oude en nieuwe waarden">
      <thead>
        <tr>
          <th scope="col">Veld</th>
          <th scope="col">Oud</th>
          <th scope="col">Nieuw</th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ name, label, before, after, changed }) => (
          <tr key={name} className={changed ? styles.changed : undefined}>
            <th scope="row">
              {label}
              {changed && <span className="pv-hidden"> (gewijzigd)</span>}
            </th>
            <td className="pv-color-muted" data-label="Oud">
              {before ?? '–'}
            </td>
            <td className={styles.after} data-label="Nieuw">
              {after ?? '–'}
            </td>
          </tr>
        ))}
      </tbody>
    </PlainTable>
  )
}
