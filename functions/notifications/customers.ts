import { type Action, type Actor, can } from '../../shared/access.ts'
import { notificationKinds } from '../../shared/notifications.ts'
import { findableAppointments } from '../appointments/findable.ts'
import { findableLeads } from '../leads/findable.ts'
import { withoutIbans } from '../platform/data/account-numbers.ts'
import type { NotificationRow } from '../platform/data/notifications.ts'
import { getItems } from '../platform/data/rows.ts'
import type { FindableKind } from '../records/findable.ts'
import { findableSales, nameableCommissions } from '../sales/findable.ts'

/** Kinds of record about a customer, by the action that readers of their notifications need. */
const byAction: Partial<Record<Action, FindableKind>> = {
  'appointment:read': findableAppointments,
  'lead:read': findableLeads,
  'sale:read': findableSales,
  'commission:read': nameableCommissions,
  'commission:manage': nameableCommissions,
}

/**
 * Reads the records of notifications in one batch. Returns a function that gives the name of a notification's customer:
 * null when its record is gone, out of the actor's reach, or about no customer.
 */
export async function customersOf(actor: Actor, rows: readonly NotificationRow[]) {
  const keyOf = ({ kind, subject }: NotificationRow) => byAction[notificationKinds[kind].action]?.keyOf(subject)
  const keys = new Map(rows.flatMap((row) => keyOf(row) ?? []).map((key) => [key.pk, key]))
  const items = await getItems([...keys.values()], { consistent: false })
  const byKey = new Map(items.map((item) => [item.pk, item]))
  return (row: NotificationRow): string | null => {
    const { action } = notificationKinds[row.kind]
    const item = byKey.get(keyOf(row)?.pk ?? '')
    const record = item && byAction[action]?.findableOf(item)
    const owners = record?.own.filter((owner) => owner !== undefined) ?? []
    const isReached = record && can(actor, action, { teamId: record.team, owners })
    return isReached ? withoutIbans(record.shown.name ?? '') : null
  }
}
