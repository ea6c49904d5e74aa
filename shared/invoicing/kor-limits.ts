/** Turnover of a calendar year in euros above which the KOR ends at once (kleineondernemersregeling, art. 25 Wet OB). */
export const KOR_LIMIT = 20_000

/** Turnover of a calendar year in euros from which we warn that the KOR is about to end. */
export const KOR_WARNING = 16_000
