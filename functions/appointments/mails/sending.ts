import { deliveryOf } from '../../mail/deliver.ts'
import { letters } from './letters.ts'
import { appointmentMails } from './mails.ts'

/** Workers that send the mails about appointments, apart from other work, which `later` does not do. */
export const sending = deliveryOf(appointmentMails, letters)
