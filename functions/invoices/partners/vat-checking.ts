import { now } from '../../../shared/time.ts'
import * as z from '../../../shared/zod.ts'
import { asSystem } from '../../platform/actor.ts'
import { commit, isWritten } from '../../platform/data/commit.ts'
import { readAll } from '../../platform/data/rows.ts'
import { readSetting } from '../../platform/env.ts'
import { log } from '../../platform/log.ts'
import { type PartnerRow, Partners } from '../partner-entity.ts'
import { settingsInForce } from '../settings.ts'
import { ALL_PARTNERS } from '../vat-checks.ts'

const VIES_URL = readSetting('VIES_URL')

/** Milliseconds after which a request counts as unanswered. */
const PATIENCE_MS = 8_000

/** Milliseconds for the partners of one run; the rest is asked with the next one. */
const RUN_MS = 40_000

/** Reply of VIES (`POST /check-vat-number`); countries that give no name send `---`. */
const Reply = z.object({
  valid: z.boolean(),
  name: z.string().max(500).optional(),
  requestIdentifier: z.string().max(100).optional(),
})

type Reply = z.output<typeof Reply>

/**
 * Asks VIES whether a VAT number is valid, in the name of our own number, so that VIES keeps the request. Null when it
 * gives no answer: it is down, slow, or does not know our number.
 */
export async function askVies(vatNumber: string, ours: string, ask: typeof fetch = fetch): Promise<Reply | null> {
  const partsOf = (number: string) => [number.slice(0, 2), number.slice(2)] as const
  const [countryCode, digits] = partsOf(vatNumber)
  const [requesterMemberStateCode, requesterNumber] = partsOf(ours)
  try {
    const response = await ask(`${VIES_URL}/check-vat-number`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        ...{ countryCode, vatNumber: digits },
        ...(ours && { requesterMemberStateCode, requesterNumber }),
      }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    return Reply.parse(await response.json())
  } catch (error) {
    log.warn('VIES gave no answer', { reason: error instanceof Error ? error.name : 'unknown' })
    return null
  }
}

/**
 * Asks VIES about the VAT number of a partner, or of all active partners without an answer, and stores each answer.
 * Nothing is stored without an answer. Does nothing while the settings switch it off. Runs from the outbox.
 */
export async function checkVatNumbers(subject: string): Promise<void> {
  const { checkVatNumbers: isOn, vatNumber: ours } = await settingsInForce()
  if (!isOn) return
  const until = performance.now() + RUN_MS
  for (const row of await partnersOf(subject)) {
    if (row.vatCheck?.vatNumber === row.vatNumber) continue
    if (performance.now() > until) return
    const reply = await askVies(row.vatNumber, ours)
    if (reply) await storeReply(row, reply)
  }
}

async function partnersOf(subject: string): Promise<PartnerRow[]> {
  if (subject === ALL_PARTNERS) {
    return (await readAll<PartnerRow>(Partners.query.byName({}))).filter(({ isActive }) => isActive)
  }
  const { data } = await Partners.get({ id: subject }).go({ consistent: true })
  return data ? [data as PartnerRow] : []
}

/** Stores an answer, unless the partner has another VAT number by now or is gone. */
async function storeReply({ id, name, vatNumber }: PartnerRow, reply: Reply): Promise<void> {
  const registered = reply.name?.trim()
  const vatCheck = {
    ...{ vatNumber, isValid: reply.valid, at: now() },
    ...(registered && registered !== '---' && { name: registered }),
    ...(reply.requestIdentifier && { requestId: reply.requestIdentifier }),
  }
  const write = Partners.patch({ id })
    .set({ vatCheck })
    .where((row, { eq }) => eq(row.vatNumber, vatNumber))
  await isWritten(
    commit(asSystem('outbox'), {
      action: 'partner.vat-check',
      entity: { type: 'partner', id, name },
      after: { vatCheck },
      write: [write],
    }),
  )
}
