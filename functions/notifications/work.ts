import { deliveryOf } from '../mail/deliver.ts'
import { dailyLetters, dailyMails, notificationLetters, notificationMails } from './mails.ts'

/** Mails about notifications. They wait until the request has ended, so that one covers all its changes (decision 91). */
export const waitingMails = deliveryOf(notificationMails, notificationLetters)

export const mails = { ...waitingMails, ...deliveryOf(dailyMails, dailyLetters) }
