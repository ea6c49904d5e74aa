import { createConfig, lintFromString } from '@redocly/openapi-core'

/**
 * The recommended rules of the linter, whose warnings count as problems too. Ambiguous are `/leads/{id}/history` and
 * `/leads/uploads/{id}` only to it: a fixed part of a path wins over a parameter.
 */
const config = await createConfig({ extends: ['recommended'], rules: { 'no-ambiguous-paths': 'off' } })

/** Returns the problems of an OpenAPI document, as `rule: message at place`. */
export async function findOpenApiProblems(source: string): Promise<string[]> {
  const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config })
  return problems.map(
    ({ ruleId, message, location }) => `${ruleId}: ${message} at ${location.map(({ pointer }) => pointer).join()}`,
  )
}
