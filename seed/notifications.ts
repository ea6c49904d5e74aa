import { Appointments } from '../functions/appointments/entity.ts'
import { Leads } from '../functions/leads/entity.ts'
import { type NotificationRow, Notifications } from '../functions/platform/data/notifications.ts'
import { ttlSeconds } from '../functions/platform/data/table.ts'
import type { User } from '../functions/platform/identity/user.ts'
import { CommissionQuestions } from '../functions/sales/questions/question-entity.ts'
import { NOTIFICATION_DAYS } from '../shared/notifications.ts'
import { addSeconds, epochOf, type Instant, type LocalDate, localDateOf, monthOf } from '../shared/time.ts'
import { storeItems } from './writing.ts'

type Notice = Pick<NotificationRow, 'kind' | 'subject' | 'facts'> & { readonly count?: number; readonly at?: string }

/** Age of each notification without a moment of its own in hours; those of the last day and a half are unread. */
const hoursAgo = [1, 3, 30, 66, 90, 160]
const UNREAD_HOURS = 36

/**
 * Stores notifications for the active people of the demo: for admins about open questions, for others about their own
 * leads and their appointments of this month. So these records must be stored before.
 */
export async function storeNotifications(users: readonly User[], at: Instant): Promise<void> {
  const admin = users.find(({ role }) => role === 'admin')
  const { data: questions } = await CommissionQuestions.query.byState({ state: 'open' }).go({ limit: 4, order: 'desc' })
  const rows = await Promise.all(
    users
      .filter(({ isActive }) => isActive)
      .map(async (user) => {
        const about = user.role === 'admin' ? [] : await ownNotifications(user, localDateOf(at))
        const asked = user.role === 'admin' ? questions : []
        const items = [
          ...asked.map(({ commissionId, askedById, askedAt }): Notice & { by: string } => ({
            ...{ kind: 'question-asked', subject: commissionId, facts: {}, by: askedById, at: askedAt },
          })),
          ...about.map((one) => ({ ...one, by: admin?.id })),
        ]
        return items.slice(0, hoursAgo.length).map((one, index) => itemOf(user, one, index, at))
      }),
  )
  await storeItems(rows.flat())
}

/** Returns notifications about the appointments and leads of a person. */
async function ownNotifications({ id, role }: User, today: LocalDate): Promise<Notice[]> {
  const month = monthOf(today)
  const query =
    role === 'caller'
      ? Appointments.query.byCaller({ createdBy: id, month })
      : Appointments.query.byAgent({ agentId: id, month })
  const [{ data: appointments }, { data: leads }] = await Promise.all([
    query.go({ order: 'desc', limit: 3 }),
    Leads.query.byOwner({ ownerId: id }).go({ limit: 1 }),
  ])
  const [moved, cancelled, given] = appointments
  const startOf = (row: { start: string }) => row.start as Instant
  return [
    ...(moved
      ? [
          {
            ...{ kind: 'appointment-moved' as const, subject: moved.id },
            facts: { from: addSeconds(startOf(moved), -86_400), to: startOf(moved) },
          },
        ]
      : []),
    ...leads.map((lead) => ({ kind: 'lead-assigned' as const, subject: lead.id, facts: {}, count: 12 })),
    ...(given && role !== 'caller'
      ? [{ kind: 'appointment-assigned' as const, subject: given.id, facts: { start: startOf(given) } }]
      : []),
    ...(cancelled
      ? [
          {
            ...{ kind: 'appointment-changed' as const, subject: cancelled.id },
            facts: { start: startOf(cancelled), what: 'changed' },
          },
        ]
      : []),
  ]
}

/**
 * Returns a notification as it is stored. Only an unread notification gets the keys of the lists of unread
 * notifications.
 */
function itemOf(
  { id: userId }: User,
  notice: Notice & { by: string | undefined },
  index: number,
  now: Instant,
): object {
  const at = (notice.at ?? addSeconds(now, -(hoursAgo[index] ?? 0) * 3_600)) as Instant
  const row = {
    ...notice,
    ...{ userId, id: `demo-${index}-${notice.kind}`, count: notice.count ?? 1, at, unreadSince: at },
  }
  const expires = ttlSeconds(epochOf(addSeconds(at, NOTIFICATION_DAYS * 86_400)))
  const { Item } = Notifications.put({ ...row, expires }).params<{ Item: Record<string, unknown> }>()
  const { unreadSince: _, gsi2pk: __, gsi2sk: ___, ...read } = Item
  return at > addSeconds(now, -UNREAD_HOURS * 3_600) ? Item : read
}
