import type { SynthesizedStack } from '../../infra/assembly.ts'
import { resourcesOf } from '../../infra/template.ts'
import { statusOf } from '../../shared/errors.ts'

/** Cost of one part of a deployment each month, whoever uses it. */
interface Cost {
  readonly what: string
  readonly dollars: number
}

interface Alarm {
  readonly Metrics?: readonly object[]
}

/** Metrics that functions report: an error of each kind, and three others. */
const OWN_METRICS = Object.keys(statusOf).length + ['unexpected', 'lock-out', 'client-error'].length

/**
 * Returns the fixed costs of the stacks in dollars a month, at AWS's prices of November 2026. What people use (calls,
 * units of the table, storage, mails, logs) comes on top.
 */
export function listFixedCosts(stacks: readonly SynthesizedStack[]): readonly Cost[] {
  const all = <P>(type: string) => stacks.flatMap(({ template }) => resourcesOf<P>(template, type))
  const firewalls = all<{ Rules: readonly object[] }>('AWS::WAFv2::WebACL')
  const watched = all<Alarm>('AWS::CloudWatch::Alarm').reduce(
    (sum, { Metrics }) => sum + (Metrics?.filter((one) => 'MetricStat' in one).length ?? 1),
    0,
  )
  return [
    { what: 'firewall', dollars: firewalls.reduce((sum, { Rules }) => sum + 5 + Rules.length, 0) },
    {
      what: 'alarms and metrics',
      dollars: watched * 0.1 + all('AWS::CloudWatch::CompositeAlarm').length * 0.5 + OWN_METRICS * 0.3,
    },
    { what: 'keys', dollars: all('AWS::KMS::Key').length },
    { what: 'secrets', dollars: all('AWS::SecretsManager::Secret').length * 0.4 },
  ].filter(({ dollars }) => dollars > 0)
}

/** Returns the sum of costs in dollars a month. */
export const sumCosts = (costs: readonly Cost[]): number => costs.reduce((sum, { dollars }) => sum + dollars, 0)
