export function RevenueRatesDialog(_: { readonly onClose: () => void }) {
  return null
}
