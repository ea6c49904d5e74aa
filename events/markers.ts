import { markContract } from '../functions/contracts/service.ts'
import { markLead } from '../functions/leads/service.ts'
import type { Markers } from '../functions/search/indexing.ts'

/** Functions that correct the marks of records by the state of their numbers, which counters follow. */
export const markers: Markers = { lead: markLead, contract: markContract }
