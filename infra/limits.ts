/**
 * Request limits at the edge (docs/decisions/0034-the-edge.md). An address above its limit is refused before it
 * exhausts shared capacity.
 */
export const limits = {
  /** Seconds over which the firewall counts the requests of an address. */
  windowSeconds: 60,
  /**
   * Maximum number of requests of one address to the API in `windowSeconds`. An office of twenty people shares an
   * address.
   */
  requestsPerAddress: 1500,
  /** Maximum number of login requests of one address in `windowSeconds`. */
  loginsPerAddress: 60,
  /**
   * API Gateway's limits on the requests of everybody together: `rateLimit` requests per second in the long run, and
   * `burstLimit` requests in a short peak.
   */
  stage: { rateLimit: 500, burstLimit: 1000 },
  /** Concurrent executions that Lambda keeps in each account for functions that reserve none. */
  unreservedExecutions: 100,
  /**
   * Units per second that the table and each index take at most, so that an endless loop has a price. The largest
   * import writes 4,000.
   */
  tableReads: 12_000,
  tableWrites: 8_000,
} as const
