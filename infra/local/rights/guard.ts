import type { IncomingMessage } from 'node:http'
import type { Arns, Statement } from '../../rights.ts'
import { serviceError } from '../stand-in/failure.ts'
import { type Access, type Policy, policyOf } from './policy.ts'

/** A call that was refused, as the workbench shows it. */
export interface Refused extends Access {
  readonly at: string
  readonly function: string
  readonly because: string
}

/** A right that a call used: the access, and the statement that allowed that access. */
export interface Used {
  readonly function: string
  readonly statement: Statement
  readonly access: Access
}

export interface Guard {
  /** Returns the name of the function that sent a request, by default the access key that signed it. */
  senderOf(request: IncomingMessage): string
  /** Decides on all rights that a call needs: returns null when allowed, else AWS's message. */
  refusal(caller: string, accesses: readonly Access[]): string | null
  /** Returns the latest 200 refusals, newest first. */
  refused(): readonly Refused[]
  /** The statements of each function. */
  readonly statements: Readonly<Record<string, readonly Statement[]>>
  /** ARNs that the statements refer to. */
  readonly arns: Arns
}

export interface GuardOptions {
  readonly arns: Arns
  /** The statements of each function. Other callers, such as the seed and the workbench, may do everything. */
  readonly statements: Readonly<Record<string, readonly Statement[]>>
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly onRefusal?: (refused: Refused) => void
  readonly onUse?: (used: Used) => void
  readonly senderOf?: (request: IncomingMessage) => string
}

const KEPT = 200

/**
 * Creates a guard that decides, as IAM does, whether a function's role allows a call. Callers that are no function may
 * do everything.
 */
export function createGuard({ arns, statements, now, onRefusal, onUse, senderOf = signerOf }: GuardOptions): Guard {
  const policies = new Map<string, Policy>(Object.entries(statements).map(([name, own]) => [name, policyOf(own)]))
  const kept: Refused[] = []

  function refuse(name: string, access: Access, because: string): string {
    const refused = { at: new Date(now()).toISOString(), function: name, because, ...access }
    kept.unshift(refused)
    kept.length = Math.min(kept.length, KEPT)
    onRefusal?.(refused)
    return `User: arn:aws:sts::000000000000:assumed-role/${name}/local is not authorized to perform: ${access.action} on resource: ${access.resource} because ${because === 'a statement denies it' ? 'of an explicit deny in an identity-based policy' : `no identity-based policy allows the ${access.action} action`}`
  }

  return {
    arns,
    statements,
    senderOf,
    refusal(caller, accesses) {
      const policy = policies.get(caller)
      if (!policy) return null
      for (const access of accesses) {
        const decision = policy(access)
        if (!decision.isAllowed) return refuse(caller, access, decision.because)
        onUse?.({ function: caller, statement: decision.by, access })
      }
      return null
    },
    refused: () => kept,
  }
}

/** Returns the access key that signed a request, or '' for an unsigned one. */
export const signerOf = ({ headers }: IncomingMessage): string =>
  /Credential=([^/]+)\//.exec(headers.authorization ?? '')?.[1] ?? ''

/**
 * Throws the AWS service's error, with this name and status, when the caller lacks a right that its request needs.
 * Allows everything without a guard.
 */
export function requireRight(
  guard: Guard | undefined,
  caller: string,
  accesses: readonly Access[],
  { name, status }: { name: string; status: number },
): void {
  const message = guard?.refusal(caller, accesses)
  if (message) throw serviceError(name, message, { status })
}
