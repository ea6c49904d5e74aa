import { keepContracts } from '../functions/contracts/retention/retention.ts'
import { logged } from '../functions/platform/http/event.ts'

/** Runs every night at 04:00 in Amsterdam. */
export const handler = () => logged('contract-retention', keepContracts)
