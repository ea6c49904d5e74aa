import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Role } from '../../shared/access.ts'
import { type Notification, notifications } from '../../shared/contract/notifications.ts'
import { query, refresh, useCommand, useList } from '../lib/query.ts'
import { addressDoing } from '../lib/use-asked-action.ts'
import {
  appointmentAddress,
  commissionAddress,
  invoicePage,
  leadAddress,
  partnerAddress,
  paymentFilePage,
  saleAddress,
} from './addresses.ts'
import { paths } from './paths.ts'

/** Interval of the count, while the tab is visible. */
const EVERY_MS = 30_000

const shown = [notifications.list, notifications.unread]

/** Channel to the other tabs of this browser. */
const tabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('notifications')

function told(): void {
  refresh(shown)
  tabs?.postMessage('read')
}

/** Counts the unread notifications, kept up to date; lists on screen follow it, and so does every tab. */
export function useUnread() {
  const unread = useQuery({
    ...query(notifications.unread),
    refetchInterval: EVERY_MS,
    refetchOnWindowFocus: 'always',
  })
  const latest = unread.data?.latest
  const known = useRef(latest)
  useEffect(() => {
    if (known.current !== undefined && latest !== known.current) refresh([notifications.list])
    known.current = latest
  }, [latest])
  useEffect(() => {
    const follow = () => void refresh(shown)
    tabs?.addEventListener('message', follow)
    return () => tabs?.removeEventListener('message', follow)
  }, [])
  return unread
}

/** Lists the user's notifications, newest first, page after page. */
export const useNotifications = (onlyUnread: boolean, perPage: number) =>
  useList(
    notifications.list,
    { query: { limit: String(perPage), ...(onlyUnread ? { unread: 'true' as const } : {}) } },
    { fresh: true },
  )

/** Marks one as read or unread. */
export const useMark = () => useCommand(notifications.mark, { refreshes: [notifications.list], onSuccess: told })

/** Marks everything as read that the user has seen. */
export const useReadAll = () => useCommand(notifications.readAll, { onSuccess: told })

/** Returns the address of a notification's record, or of the list for several. */
export function notificationAddress({ kind, subject, count, list, asks }: Notification, role: Role): string {
  switch (kind) {
    case 'appointment-assigned':
    case 'appointment-moved':
    case 'appointment-changed':
      return count === 1 ? appointmentAddress(subject) : paths.appointments
    case 'lead-assigned':
    case 'contract-assigned':
      return count === 1 ? leadAddress(subject) : paths.leads
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
      if (list === 'leads') return addressDoing(paths.leads, 'importeren')
      return asks === null
        ? addressDoing(paths.expiringContracts, 'uploads')
        : `${paths.expiringContracts}?upload=${encodeURIComponent(subject)}`
    case 'invoice-refused':
      return invoicePage(subject)
    case 'payment-file-waits':
    case 'payment-file-decided':
      return paymentFilePage(subject)
    case 'bank-account-waits':
    case 'bank-account-decided':
      return partnerAddress(subject)
  }
}

/** Kinds that ask their reader to look at something. */
const viewed = ['payment-file-waits', 'bank-account-waits', 'question-asked', 'invoice-refused'] as const

/** Returns the label of the button under a notification; null without a button. */
export function notificationAction({ kind, asks }: Notification): string | null {
  if (kind === 'upload-asks') return asks === 'columns' ? 'Kolommen kiezen' : 'Bekijken'
  return viewed.some((one) => one === kind) ? 'Bekijken' : null
}
