import * as groups from './groups.ts'
import { type Domain, type Endpoint, routeKeyOf } from './parts/endpoint.ts'

/** Every endpoint of the product, by domain; each domain has a Lambda function of its own. */
export const api = groups satisfies Record<string, Domain>

export type DomainName = keyof typeof api

export interface Route {
  readonly domain: DomainName
  readonly name: string
  readonly key: string
  readonly endpoint: Endpoint
}

/** Every route with the domain that answers it, in the order of the API. */
export const routes: readonly Route[] = Object.entries(api).flatMap(([domain, endpoints]) =>
  Object.entries(endpoints as Domain).map(([name, endpoint]) => ({
    domain: domain as DomainName,
    name,
    key: routeKeyOf(endpoint),
    endpoint,
  })),
)
