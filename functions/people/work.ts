import { deliveryOf } from '../mail/deliver.ts'
import { noticeLetters, userNotices } from './notices.ts'
import { invitationLetters, invitationMails } from './users/invitation-mails.ts'

export const mails = {
  ...deliveryOf(userNotices, noticeLetters),
  ...deliveryOf(invitationMails, invitationLetters),
}
