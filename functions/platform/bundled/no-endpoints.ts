/** Replaces the SDK's cache of endpoints in the bundles (infra/bundling.ts): no client of ours asks for endpoints. */
export class EndpointCache {}
