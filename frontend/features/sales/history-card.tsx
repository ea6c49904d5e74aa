import { Check, Eye, type LucideIcon, Pencil, Plus, ReceiptEuro, Undo2, Wallet, X } from 'lucide-react'
import type * as z from 'zod'
import type { SaleStatus } from '../../../shared/api/parts/statuses.ts'
import type { SaleHistoryField } from '../../../shared/sales/record.ts'
import { saleFields } from '../../../shared/sales/record.ts'
import type { Sale, SaleDetails, SaleHistory } from '../../../shared/sales/schemas.ts'
import { formatDateTime } from '../../lib/format.ts'
import { authorNameOf } from '../../records/history.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Card } from '../../ui/display/card.tsx'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { Text } from '../../ui/layout/text.tsx'
import { ErrorState } from '../../ui/messages/error-state.tsx'
import { Skeleton } from '../../ui/messages/skeleton.tsx'
import { useSaleHistory } from './api.ts'
import { valueText } from './form-values.ts'
import styles from './sales.module.css'

type Entry = z.output<typeof SaleHistory>['entries'][number]
type Change = Entry['changes'][number]

/** Shows the history of a sale, newest first: who did what, and when. */
export function HistoryCard({ sale }: { readonly sale: SaleDetails }) {
  const { data, error, refetch } = useSaleHistory(sale.id)
  if (data?.entries.length === 0) return null
  return (
    <Card title="Geschiedenis">
      {error && <ErrorState error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton height="120px" />}
      {data && (
        <Stack as="ol" size={13} className={styles.history}>
          {data.entries.map((entry) => (
            <Event key={entry.id} entry={entry} />
          ))}
        </Stack>
      )}
      {data && !data.isComplete && <p className="pv-soft">Oudere wijzigingen staan hier niet.</p>}
    </Card>
  )
}

function Event({ entry }: { readonly entry: Entry }) {
  const { createdAt, userName, changes } = entry
  const { icon: Icon, text } = describeAction(entry)
  return (
    <Row as="li" gap={12} align="stretch" overflow="break">
      <span className={classNames(styles.historyIcon, 'pv-middle pv-rigid pv-color-muted')} aria-hidden="true">
        <Icon size={13} />
      </span>
      <div>
        <p>
          <strong>{authorNameOf(userName)}</strong> {text}
        </p>
        {changes.map((change) => (
          <Text key={change.field} as="p" size={12} color="muted">
            {saleFields[change.field].label}: <s>{textOf(change.field, change.before)}</s> →{' '}
            <strong>{textOf(change.field, change.after)}</strong>
          </Text>
        ))}
        <Text as="p" size={12} color="soft">
          {formatDateTime(createdAt)}
        </Text>
      </div>
    </Row>
  )
}

const statusActions: Partial<Record<SaleStatus, { icon: LucideIcon; text: string }>> = {
  approved: { icon: Check, text: 'keurde de sale goed' },
  rejected: { icon: X, text: 'wees de sale af' },
  pending: { icon: Check, text: 'controleerde de sale' },
  uitbetaald: { icon: Wallet, text: 'betaalde de commissie uit' },
}

function describeAction({ verb, changes }: Entry): { icon: LucideIcon; text: string } {
  if (verb === 'create') return { icon: Plus, text: 'registreerde de sale' }
  if (verb === 'withdraw') return { icon: Undo2, text: 'noteerde dat de klant herriep' }
  if (verb === 'undo-withdrawal') return { icon: Undo2, text: 'maakte het herroepen ongedaan' }
  if (verb === 'correct-withdrawal') return { icon: Wallet, text: 'noteerde de correctie na het herroepen' }
  if (verb === 'reveal') return { icon: Eye, text: 'bekeek de IBAN' }
  if (verb === 'open-proof') return { icon: Eye, text: 'opende het bewijs van akkoord' }
  const status = changes.find(({ field }) => field === 'status')?.after as SaleStatus | undefined
  // A change of the commission, IBAN or another of the `approvedFields` ends the approval: the status is pending again.
  if (status === 'pending' && changes.length > 1) return { icon: Pencil, text: 'wijzigde de sale na goedkeuring' }
  if (status) return statusActions[status] ?? { icon: Wallet, text: 'zette de commissie een stap verder' }
  if (changes.some(({ field }) => field === 'receivedRevenue'))
    return { icon: ReceiptEuro, text: 'wijzigde de ontvangen commissie' }
  if (changes.some(isAmount)) return { icon: ReceiptEuro, text: 'paste de commissie aan' }
  return { icon: Pencil, text: 'wijzigde de sale' }
}

const isAmount = ({ field }: Change) =>
  field === 'agentCommission' || field === 'callerCommission' || field === 'commissionOverride'

const textOf = (field: SaleHistoryField, value: unknown): string =>
  field === 'commissionOverride' ? basisText(value as Sale['commissionOverride']) : valueText(field, value)

/** Returns what the amounts are based on, in Dutch: the rates, or set by hand with the reason. */
function basisText(override: Pick<NonNullable<Sale['commissionOverride']>, 'reason'> | null): string {
  if (!override) return 'volgens tarief'
  return override.reason ? `aangepast (${override.reason})` : 'aangepast'
}
