import type * as z from 'zod'
import type { ApprovedField, ChangedAfterApproval } from '../../shared/contract/sales.ts'
import { formatDateTime, fullName } from '../lib/format.ts'
import { Badge } from '../ui/badge.tsx'

type Changed = z.output<typeof ChangedAfterApproval>

/** What an approval is of, as a sentence says it. */
export const approvedFieldLabels: Record<ApprovedField, string> = {
  agentId: 'agent',
  callerId: 'beller',
  agentCommission: 'agent commissie',
  callerCommission: 'caller commissie',
  iban: 'IBAN',
  bankAccountHolder: 'rekeninghouder',
  customerName: 'klantnaam',
  companyName: 'bedrijf',
  saleDate: 'datum sale',
}

/** Warns of what a change does to an approval (rulings 35). */
export const APPROVAL_ENDS = 'De goedkeuring vervalt: de sale moet opnieuw worden goedgekeurd.'

/** Says who changed what after an approval, and when (rulings 35). */
export const changedText = ({ by, at, fields }: Changed): string =>
  `${fullName(by)} wijzigde ${fields.map((field) => approvedFieldLabels[field]).join(', ')} op ${formatDateTime(at)}`

/** Marks what waits for a new approval, as it was changed after the last one. */
export function ChangedBadge({ changed }: { readonly changed: Changed }) {
  return (
    <>
      <Badge tone="warn" tip={changedText(changed)}>
        Gewijzigd na goedkeuring
      </Badge>
      <span className="pv-hidden">: {changedText(changed)}</span>
    </>
  )
}
