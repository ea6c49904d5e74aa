import { useState } from 'react'
import type { PartnerPreview } from '../../../shared/api/schemas/monthly-runs.ts'
import { usePreview } from './api.ts'

export type Period = { readonly from: string; readonly to: string }

/**
 * Fetches the preview of a monthly run over a period, and keeps the user's choices. The user chooses partners, and may
 * include commissions from before an agreement or with an open question.
 */
export function usePlan(period: Period) {
  /**
   * Set to include commissions from before the agreement. Undefined until the user ticks the checkbox for the first
   * time; from then on the checkbox stays visible.
   */
  const [earlier, setWithEarlier] = useState<boolean>()
  const withEarlier = earlier === true
  const [withQuestions, setWithQuestions] = useState<readonly string[]>([])
  const [without, setWithout] = useState<ReadonlySet<string>>(new Set())
  const [partnerIds, setPartnerIds] = useState<readonly string[]>()
  const choice = {
    ...{ ...period, ...buildRunSettings(withEarlier, withQuestions) },
    ...(partnerIds && { partnerIds: [...partnerIds] }),
  }
  const { data: preview, error, refetch, isPlaceholderData: isStale } = usePreview(choice)
  const partners = preview?.partners ?? []
  return {
    ...{ preview, error, refetch, isStale, withEarlier, setWithEarlier, withQuestions },
    chosen: partners.filter(({ hold, partnerId }) => hold === null && !without.has(partnerId)),
    hasEarlier: earlier !== undefined || partners.some((one) => one.earlier.count > 0),
    /** Ticks or unticks partners. */
    tick(ids: readonly string[], isOn: boolean) {
      const others = [...without].filter((id) => !ids.includes(id))
      setWithout(new Set(isOn ? others : [...others, ...ids]))
    },
    /** Includes a commission with an open question, or leaves it out. */
    take(commissionId: string, isOn: boolean) {
      const others = withQuestions.filter((id) => id !== commissionId)
      setWithQuestions(isOn ? [...others, commissionId] : others)
    },
    /** Chooses one of several partners of the same person; the person's other partners leave the preview. */
    prefer({ partnerId, person }: PartnerPreview) {
      const isOther = (one: PartnerPreview) => one.partnerId !== partnerId && one.person?.id === person?.id
      setPartnerIds(partners.filter((one) => !isOther(one)).map((one) => one.partnerId))
    },
    /** Clears all choices, for another period. */
    reset() {
      setWithEarlier(undefined)
      setWithQuestions([])
      setWithout(new Set())
      setPartnerIds(undefined)
    },
  }
}
export type Plan = ReturnType<typeof usePlan>

/**
 * Returns the settings of a monthly run for a request body; leaves out those that are off or empty. `withEarlier`
 * includes commissions from before a partner's agreement. `withQuestions` has the ids of the commissions with an open
 * question that are included.
 */
export const buildRunSettings = (withEarlier: boolean, withQuestions: readonly string[]) => ({
  ...(withEarlier && { withEarlier }),
  ...(withQuestions.length > 0 && { withQuestions: [...withQuestions] }),
})
