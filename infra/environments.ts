import { RetentionDays } from 'aws-cdk-lib/aws-logs'

/** Settings of one deployment; docs/deploy.md explains each. */
export interface Environment {
  /** Region of the data; cannot be changed later. */
  readonly region: string
  readonly domainName: string
  /** Certificate of the domain, in us-east-1. */
  readonly certificateArn: string
  /** Sender of all mail, whose domain becomes an SES identity. */
  readonly mailSender: string
  /** Address that receives the alarms; null: none are mailed. */
  readonly alarmEmail: string | null
  /** Dollars a month of the whole account; what goes beyond is mailed to `alarmEmail`. */
  readonly monthlyBudget: number
  /** `count`: AWS's rules of the firewall only count what they would block. */
  readonly firewall: 'block' | 'count'
  /** Concurrent executions that the account may have; 0: no function reserves any. */
  readonly accountConcurrency: number
  readonly logsKept: RetentionDays
  /** Set when a new version of the API takes over in ten minutes, a tenth of the calls each minute. */
  readonly isGradual: boolean
  /** Set when stacks, table and user pool refuse to be deleted. */
  readonly isProtected: boolean
  /** Number in the names of logs, buckets and vault, raised to deploy beside those of a deployment that was removed. */
  readonly generation: number
  /** Number in the name of the table, raised when the table was restored to a moment (docs/runbook.md, restore). */
  readonly tableGeneration: number
  /** ARN of a vault of AWS Backup in another account, in the same region, which gets a copy a day; null: none does. */
  readonly backupVaultArn: string | null
}

const prod: Environment = {
  region: 'eu-central-1',
  domainName: 'app.partnerview.example',
  certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/00000000-0000-0000-0000-000000000000',
  mailSender: 'no-reply@partnerview.example',
  alarmEmail: null,
  monthlyBudget: 100,
  firewall: 'block',
  accountConcurrency: 1000,
  logsKept: RetentionDays.THREE_MONTHS,
  isGradual: true,
  isProtected: true,
  generation: 1,
  tableGeneration: 1,
  backupVaultArn: null,
}

const dev: Environment = {
  ...prod,
  domainName: 'dev.partnerview.example',
  mailSender: 'no-reply@dev.partnerview.example',
  firewall: 'count',
  accountConcurrency: 0,
  logsKept: RetentionDays.ONE_WEEK,
  isGradual: false,
  isProtected: false,
}

/** Returns the name of the table of a stack. */
export const tableNameOf = (
  stack: string,
  { generation, tableGeneration }: Pick<Environment, 'generation' | 'tableGeneration'>,
) => `${stack}-${generation}.${tableGeneration}`

/** Deployments by name. Both fit in one account. */
const environments: Readonly<Record<string, Environment>> = { dev, prod }

/** Returns an environment; throws with the names of those that exist. */
export function environmentOf(name: string): Environment {
  const found = environments[name]
  if (found) return found
  throw new Error(`No environment ${name} in infra/environments.ts; there are ${Object.keys(environments).join(', ')}`)
}
