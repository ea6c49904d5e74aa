import { remindOfContracts } from '../functions/contracts/reminding.ts'
import { logged } from '../functions/platform/event.ts'

/** Runs every morning at 07:30 in Amsterdam. */
export const handler = () => logged('contract-reminders', remindOfContracts)
