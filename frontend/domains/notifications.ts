import { useQuery } from '@tanstack/react-query'
import type { Role } from '../../shared/access.ts'
import { type Notification, notifications } from '../../shared/api/notifications.ts'
import { query, useList } from '../lib/query.ts'
import { actionAddress } from '../lib/use-action-from-address.ts'
import {
  appointmentAddress,
  commissionAddress,
  invoiceAddress,
  leadAddress,
  partnerAddress,
  paymentFileAddress,
  saleAddress,
} from './addresses.ts'
import { workAddress } from './my-day.ts'
import { paths } from './paths.ts'

/** Milliseconds between two requests for the number of unread notifications, while the tab is visible. */
const EVERY_MS = 30_000

/**
 * Fetches the number of unread notifications, at most 100, every 30 s while the tab is visible. Another answer also
 * fetches the list on screen.
 */
export const useUnread = () =>
  useQuery({ ...query(notifications.unread), refetchInterval: EVERY_MS, refetchOnWindowFocus: 'always' })

/** Fetches the user's notifications, newest first, page after page. */
export const useNotifications = (onlyUnread: boolean, perPage: number) =>
  useList(
    notifications.list,
    { query: { limit: String(perPage), ...(onlyUnread ? { unread: 'true' as const } : {}) } },
    { fresh: true },
  )

/**
 * Returns the address that a notification opens: its record, or the list when it is about several appointments, leads
 * or sales. An upload of leads opens the import of leads, an upload of contracts the list of uploads. An upload of
 * contracts that waits for an answer (`asks`) opens its own dialog.
 */
export function notificationAddressOf({ kind, subject, count, list, asks }: Notification, role: Role): string {
  switch (kind) {
    case 'appointment-assigned':
    case 'appointment-moved':
    case 'appointment-changed':
      return count === 1 ? appointmentAddress(subject) : paths.appointments
    case 'lead-assigned':
    case 'contract-assigned':
      return count === 1 ? leadAddress(subject) : paths.leads
    case 'closing-waits':
      return actionAddress(paths.leads, 'gesloten')
    case 'calls-warned':
      return paths.calling
    case 'sale-approved':
    case 'sale-rejected':
      return count === 1 ? saleAddress(subject) : paths.transactions
    case 'commission-changed':
    case 'commission-paid':
    case 'question-asked':
    case 'question-answered':
      return commissionAddress(role, subject)
    case 'upload-asks':
    case 'upload-done':
      if (list === 'leads') return actionAddress(paths.leads, 'importeren')
      return asks === null
        ? actionAddress(paths.expiringContracts, 'uploads')
        : `${paths.expiringContracts}?upload=${encodeURIComponent(subject)}`
    case 'invoice-refused':
    case 'payment-waits':
    case 'payment-decided':
      return invoiceAddress(subject)
    case 'payment-file-waits':
    case 'payment-file-decided':
      return paymentFileAddress(subject)
    case 'bank-account-waits':
      // A stand-in has no list of partners.
      return role === 'admin' ? partnerAddress(subject) : workAddress({ kind: 'approveAccount', id: subject })
    case 'bank-account-decided':
      return partnerAddress(subject)
    case 'period-opened':
      return `${paths.bookkeeping}?month=${subject}`
    case 'account-changed':
      return paths.users
  }
}

/** Kinds of notification that have the button 'Bekijken'. */
const withViewButton = [
  'payment-file-waits',
  'bank-account-waits',
  'payment-waits',
  'question-asked',
  'invoice-refused',
] as const

/** Button under a notification: its label, and the address that it opens. */
interface NotificationAction {
  readonly label: string
  readonly to: string
}

/** Returns the buttons under a notification: the next steps after what it tells. */
export function notificationActionsOf(notification: Notification, role: Role): NotificationAction[] {
  const { kind, subject, list, asks, outcome } = notification
  const to = notificationAddressOf(notification, role)
  if (kind === 'upload-asks') return [{ label: asks === 'columns' ? 'Kolommen kiezen' : 'Bekijken', to }]
  if (kind === 'upload-done' && list === 'contracts' && outcome !== 'failed') {
    const board = `${paths.expiringContracts}?uploadId=${encodeURIComponent(subject)}`
    return [
      { label: 'Verdelen', to: `${board}&kies=alles&doe=verdelen` },
      { label: 'Bekijken', to: board },
    ]
  }
  if (kind === 'payment-file-decided' && outcome === 'approved') {
    return [{ label: 'Downloaden', to: `${to}&doe=downloaden` }]
  }
  return withViewButton.some((one) => one === kind) ? [{ label: 'Bekijken', to }] : []
}
