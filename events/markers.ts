import { markContract } from '../functions/contracts/service.ts'
import { markLead } from '../functions/leads/service.ts'
import type { Markers } from '../functions/search/indexing.ts'

/** Functions that correct the marks of records whose number is on the do-not-call list, which counters follow. */
export const markers: Markers = { lead: markLead, contract: markContract }
