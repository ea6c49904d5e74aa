/**
 * Days for which the documents of a sent invoice are locked, and after which they go. Tax law counts seven years from
 * the end of the year, so a document of January is kept for eight.
 */
export const DOCUMENT_DAYS = 8 * 366
