// Of a test without a document this is nothing.
if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react')
  // A bound for what never comes: a busy machine may take its time.
  configure({ asyncUtilTimeout: 30_000 })
}

export {}
