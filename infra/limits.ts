/**
 * Request limits at the edge (docs/decisions/0034-the-edge.md). An address above its limit is refused before it
 * exhausts shared capacity.
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
