import type * as z from 'zod'
import { type SaleStatus, saleStatusLabels, saleStatusTitles } from '../../shared/api/parts/statuses.ts'
import { approvedFieldLabels, type ChangedAfterApproval } from '../../shared/sales/choices.ts'
import { formatDateTime, fullNameOf } from '../lib/format.ts'
import { Badge } from '../ui/display/badge.tsx'
import { saleTones } from './sales.ts'

type Changed = z.output<typeof ChangedAfterApproval>

/** Warning that a change ends the approval (decision 78). */
export const APPROVAL_ENDS = 'De goedkeuring vervalt: de sale moet opnieuw worden goedgekeurd.'

/** Returns in words who changed which fields after the approval, and when (decision 78). */
export const describeChangeAfterApproval = ({ by, at, fields }: Changed): string =>
  `${fullNameOf(by)} wijzigde ${fields.map((field) => approvedFieldLabels[field]).join(', ')} op ${formatDateTime(at)}`

/** Shows the status of a sale or of its commission; its title tells the other name (spec §4). */
export function SaleBadge({ status }: { readonly status: SaleStatus }) {
  return (
    <Badge tone={saleTones[status]} tip={saleStatusTitles[status]}>
      {saleStatusLabels[status]}
    </Badge>
  )
}

/** Shows a badge that a sale or commission changed after its approval and must be approved again. */
export function ChangedBadge({ changed }: { readonly changed: Changed }) {
  return (
    <>
      <Badge tone="warn" tip={describeChangeAfterApproval(changed)}>
        Gewijzigd na goedkeuring
      </Badge>
      <span className="pv-hidden">: {describeChangeAfterApproval(changed)}</span>
    </>
  )
}
