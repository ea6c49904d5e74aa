import { leads } from '../../../shared/api/leads.ts'
import { type LeadStatus, priorityLabels } from '../../../shared/api/parts/statuses.ts'
import type { Lead } from '../../../shared/leads/schemas.ts'
import { leadStatusChoices, priorityTones, useMayEditLead } from '../../domains/leads.ts'
import { useCommand } from '../../lib/query.ts'
import { showFailure } from '../../records/failure.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { ChoiceMenu } from '../../ui/menus/choice-menu.tsx'
import { toast } from '../../ui/messages/toast.ts'

interface LeadProps {
  readonly lead: Lead
}

/** Shows the label of an urgent lead: open and callable, with a contract that ends soon or has ended (rulings 31). */
export const UrgentBadge = () => <Badge tone="bad">URGENT</Badge>

/** Shows the status of a lead as a coloured label. */
export function StatusBadge({ status }: { readonly status: LeadStatus }) {
  const choice = leadStatusChoices.find(({ value }) => value === status)
  return <Badge tone={choice?.tone ?? 'neutral'}>{choice?.label ?? status}</Badge>
}

/** Shows the priority of a lead as a coloured label. */
export function PriorityBadge({ lead: { priority } }: LeadProps) {
  return <Badge tone={priorityTones[priority]}>{priorityLabels[priority]}</Badge>
}

/** Shows the status of a lead; a user who may edit it can choose another (rulings 30). */
export function StatusMenu({ lead }: LeadProps) {
  const change = useCommand(leads.update)
  const { id, version, status, customerName } = lead
  if (!useMayEditLead(lead)) return <StatusBadge status={status} />
  return (
    <ChoiceMenu
      label={`Status van ${customerName}`}
      value={status}
      choices={leadStatusChoices}
      busy={change.isPending}
      onChoose={(next) =>
        change.mutate(
          { params: { id }, body: { status: next }, version },
          {
            onSuccess: () => toast({ title: 'Lead bijgewerkt' }),
            onError: (error) => {
              showFailure(error, { fallback: 'Er is een fout opgetreden' })
            },
          },
        )
      }
    />
  )
}
