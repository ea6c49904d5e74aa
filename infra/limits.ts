/**
 * How much may be asked of the product at its edge (docs/decisions/0034-the-edge.md). Whoever asks more from
 * one address is refused before they can use up what everybody shares.
 */
export const limits = {
  /** The firewall counts the requests of an address over this time. */
  windowSeconds: 60,
  /** Of one address, files of the site included; an office of twenty people shares one. */
  requestsPerAddress: 1500,
  loginsPerAddress: 60,
  /** Of everybody together, in requests a second. */
  stage: { rateLimit: 500, burstLimit: 1000 },
  /** Lambda keeps so many executions of an account for functions that reserve none. */
  unreservedExecutions: 100,
} as const
