/** The one view of one row, of what makes views of many. */
export function only<View>([view]: readonly View[]): View {
  if (view === undefined) throw new Error('One row has one view')
  return view
}
