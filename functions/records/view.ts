/** Returns the only view, from functions that make views of many rows. */
export function only<View>([view]: readonly View[]): View {
  if (view === undefined) throw new Error('One row has one view')
  return view
}
