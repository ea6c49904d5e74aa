const banks: Readonly<Record<string, string>> = {
  ...{ ABNA: 'ABN AMRO', ASNB: 'ASN Bank', BUNQ: 'bunq', INGB: 'ING', KNAB: 'Knab', RABO: 'Rabobank' },
  ...{ RBRB: 'RegioBank', SNSB: 'SNS', TRIO: 'Triodos Bank' },
}

/** Returns the name of the bank of a Dutch IBAN; null for an unknown bank or no IBAN. */
export const bankOf = (iban: string | null): string | null => banks[iban?.slice(4, 8) ?? ''] ?? null
